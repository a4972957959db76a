import type {
  AutoscaleInfo,
  IPrimitivePaneRenderer,
  IPrimitivePaneView,
  ISeriesPrimitive,
  Logical,
  SeriesAttachedParameter,
  Time,
} from 'lightweight-charts';
import { countdown } from '#web/i18n/format.ts';
import { xOf, yOf } from './chart-overlay.ts';
import { withAlpha, type Palette } from './chart-palette.ts';
import { FONT, drawHatch, drawRing } from './chart-strokes.ts';
import { countOf, distanceOf, type PlacedRound } from './round-scene.ts';

type Target = Parameters<IPrimitivePaneRenderer['draw']>[0];

interface Pane {
  readonly context: CanvasRenderingContext2D;
  readonly width: number;
  readonly height: number;
  readonly start: number;
  readonly end: number;
  readonly startFrom: number;
  readonly endFrom: number;
  /** Of the target; null while it is not known. */
  readonly y: number | null;
  readonly round: PlacedRound;
}

/** A pane narrower than this, as on phones, has room for one chip. */
const NARROW_PX = 420;

/** The round over the price series: average bands, zones on both sides of the target, its line and chip, and the countdown. */
export class RoundLayer implements ISeriesPrimitive<Time> {
  private attachedTo: SeriesAttachedParameter<Time> | null = null;
  private round: PlacedRound | null = null;
  private now = 0;
  private palette: Palette;
  private readonly views: readonly IPrimitivePaneView[];

  constructor(palette: Palette) {
    this.palette = palette;
    this.views = [
      { zOrder: () => 'bottom', renderer: () => ({ draw: (target: Target) => this.draw(target, 'under') }) },
      { zOrder: () => 'top', renderer: () => ({ draw: (target: Target) => this.draw(target, 'over') }) },
    ];
  }

  attached(parameters: SeriesAttachedParameter<Time>): void {
    this.attachedTo = parameters;
  }

  detached(): void {
    this.attachedTo = null;
  }

  paneViews(): readonly IPrimitivePaneView[] {
    return this.views;
  }

  /** A target whose round is in view stays in view. */
  autoscaleInfo(start: Logical, end: Logical): AutoscaleInfo | null {
    const { round } = this;
    if (round === null || round.target === null || round.end < start || round.startFrom > end) return null;
    return { priceRange: { minValue: round.target, maxValue: round.target } };
  }

  set(round: PlacedRound | null, now: number): void {
    this.round = round;
    this.now = now;
    this.attachedTo?.requestUpdate();
  }

  recolour(palette: Palette): void {
    this.palette = palette;
    this.attachedTo?.requestUpdate();
  }

  private draw(target: Target, part: 'under' | 'over'): void {
    const home = this.attachedTo;
    const { round } = this;
    if (home === null || round === null) return;
    const start = xOf(home.chart, round.start);
    const end = xOf(home.chart, round.end);
    const startFrom = xOf(home.chart, round.startFrom);
    const endFrom = xOf(home.chart, round.endFrom);
    if (start === null || end === null || startFrom === null || endFrom === null) return;
    const y = round.target === null ? null : yOf(home.series, round.target);
    target.useMediaCoordinateSpace(({ context, mediaSize }) => {
      const pane: Pane = { context, ...mediaSize, start, end, startFrom, endFrom, y, round };
      if (part === 'under') {
        this.drawZones(pane);
        this.drawBands(pane);
        return;
      }
      this.drawTarget(pane);
      this.drawCount(pane);
    });
  }

  /** Gain is a smooth fill, loss is hatched: told apart without colour. */
  private drawZones(pane: Pane): void {
    const { context, y, round } = pane;
    const from = Math.max(0, pane.start);
    const width = Math.min(pane.end, pane.width) - from;
    if (y === null || width <= 0) return;
    const up = round.gains === 'above';
    const reach = Math.max(0, up ? y : pane.height - y);
    const fill = context.createLinearGradient(0, y, 0, up ? y - reach : y + reach);
    fill.addColorStop(0, this.palette.upSoft);
    fill.addColorStop(1, 'transparent');
    context.fillStyle = fill;
    context.fillRect(from, up ? 0 : y, width, reach);
    const depth = Math.min(120, Math.max(0, up ? pane.height - y : y));
    drawHatch(context, { x: from, y, width, depth, side: up ? 1 : -1, colour: this.palette.downSoft });
  }

  /** Where both averages are taken: why the target is not one tick. */
  private drawBands(pane: Pane): void {
    const { context, palette, round } = { ...pane, palette: this.palette };
    /** Draws a band; its word only where it begins behind `free`. Gives where the word ends. */
    const band = ([from, to]: readonly [number, number], word: string, free: number): number => {
      if (to < 0 || from > pane.width) return free;
      context.fillStyle = withAlpha(palette.line, 0.14);
      context.fillRect(from, 0, Math.max(2, to - from), pane.height);
      context.fillStyle = withAlpha(palette.line, 0.5);
      context.fillRect(from, 0, 1, pane.height);
      context.fillRect(to, 0, 1, pane.height);
      context.font = `540 11px ${FONT}`;
      const width = context.measureText(word).width + 14;
      const middle = Math.min(Math.max((from + to) / 2, width / 2 + 4), pane.width - width / 2 - 4);
      if (middle - width / 2 < free) return free;
      // The library's mark stands in the corner.
      const top = pane.height - (middle - width / 2 < 60 ? 58 : 30);
      context.fillStyle = palette.raised;
      context.beginPath();
      context.roundRect(middle - width / 2, top, width, 20, 6);
      context.fill();
      context.fillStyle = palette.mut;
      context.textAlign = 'center';
      context.textBaseline = 'middle';
      context.fillText(word, middle, top + 10.5);
      return middle + width / 2 + 4;
    };
    const free = band([pane.startFrom, pane.start], round.words.start, 0);
    band([pane.endFrom, pane.end], round.words.end, free);
  }

  private drawTarget(pane: Pane): void {
    const { context, y, round } = pane;
    const { palette } = this;
    if (y === null) return;
    context.save();
    context.strokeStyle = palette.text;
    context.globalAlpha = 0.85;
    context.lineWidth = 1.25;
    context.setLineDash([4, 4]);
    context.beginPath();
    context.moveTo(0, y);
    context.lineTo(Math.min(pane.width, Math.max(0, pane.end)), y);
    context.stroke();
    context.restore();
    this.chip(pane, { x: 10, y, text: round.words.target, fill: palette.raised, on: palette.text });
    const distance = distanceOf(round);
    if (distance === null || distance.side === 'same' || pane.width < NARROW_PX) return;
    const above = distance.side === 'above';
    const text = above ? round.words.above(distance.difference) : round.words.below(distance.difference);
    const tone = above ? { fill: palette.up, on: palette.onUp } : { fill: palette.down, on: palette.onDown };
    this.chip(pane, { x: pane.width - 10, y: above ? y - 30 : y + 30, text, ...tone });
  }

  /** A chip whose start is at x, or whose end is where x lies in the right half. */
  private chip(
    pane: Pane,
    chip: { readonly x: number; readonly y: number; readonly text: string; readonly fill: string; readonly on: string },
  ): void {
    const { context } = pane;
    context.font = `620 12px ${FONT}`;
    const width = context.measureText(chip.text).width + 18;
    const x = chip.x > pane.width / 2 ? chip.x - width : chip.x;
    const y = Math.min(Math.max(16, chip.y), pane.height - 46);
    context.fillStyle = chip.fill;
    context.beginPath();
    context.roundRect(x, y - 12, width, 24, 7);
    context.fill();
    context.fillStyle = chip.on;
    context.textAlign = 'left';
    context.textBaseline = 'middle';
    context.fillText(chip.text, x + 9, y + 0.5);
  }

  /** Countdown with a ring at the end of the round. */
  private drawCount(pane: Pane): void {
    const { context } = pane;
    const { palette } = this;
    const { toMs, left } = countOf(pane.round, this.now);
    const urgent = toMs <= 5_000 && left < 1;
    context.save();
    context.globalAlpha = 0.7;
    context.strokeStyle = palette.mut;
    context.setLineDash([4, 4]);
    context.beginPath();
    context.moveTo(pane.end, 0);
    context.lineTo(pane.end, pane.height);
    context.stroke();
    context.restore();
    // The ticket counts down too; the target stands nowhere else on a phone.
    if (pane.width < NARROW_PX && pane.y !== null) return;
    const text = countdown(toMs);
    context.font = `${urgent ? 680 : 640} 14px ${FONT}`;
    const width = context.measureText(text.replace(/\d/g, '0')).width + 48;
    const middle = Math.min(Math.max(width / 2 + 8, pane.end), pane.width - width / 2 - 8);
    context.beginPath();
    context.roundRect(middle - width / 2, 12, width, 34, 17);
    context.fillStyle = palette.raised;
    context.fill();
    context.strokeStyle = palette.edge;
    context.lineWidth = 1;
    context.stroke();
    drawRing(context, { x: middle - width / 2 + 19, y: 29, left, palette });
    context.fillStyle = urgent ? palette.text : palette.mut;
    context.textAlign = 'left';
    context.textBaseline = 'middle';
    context.fillText(text, middle - width / 2 + 36, 29.5);
  }
}
