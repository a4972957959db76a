import type {
  AutoscaleInfo,
  IPrimitivePaneRenderer,
  IPrimitivePaneView,
  ISeriesPrimitive,
  SeriesAttachedParameter,
  Time,
} from 'lightweight-charts';
import { yOf } from './chart-overlay.ts';
import type { Palette } from './chart-palette.ts';
import { FONT, drawArrow } from './chart-strokes.ts';
import type { TriggerLine } from './chart-triggers.ts';

type Target = Parameters<IPrimitivePaneRenderer['draw']>[0];

const HEIGHT = 24;
const GAP = 3;
/** Narrower charts have room for the price alone, px. */
const LONG_FROM = 420;
/** Lower charts have room for one label on its line, and for none of what lies outside, px. */
const LABELS_FROM = 120;
/** The library's mark stands in the corner at the bottom: a label so low begins beside it, px. */
const MARK = { height: 46, width: 44 };

interface Box {
  readonly context: CanvasRenderingContext2D;
  readonly width: number;
  readonly height: number;
  /** Middles of the labels drawn already. */
  readonly taken: number[];
}

/** What waits for a price, over the price series: dash and dot across the chart, neither up nor down in colour, for nothing is open yet. */
export class TriggerLayer implements ISeriesPrimitive<Time> {
  private attachedTo: SeriesAttachedParameter<Time> | null = null;
  private lines: readonly TriggerLine[] = [];
  private palette: Palette;
  private readonly views: readonly IPrimitivePaneView[];

  constructor(palette: Palette) {
    this.palette = palette;
    this.views = [{ zOrder: () => 'top', renderer: () => ({ draw: (target: Target) => this.draw(target) }) }];
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

  /** A trigger near the price stays in view. */
  autoscaleInfo(): AutoscaleInfo | null {
    const prices = this.lines.filter(({ place }) => place === 'near').map(({ price }) => price);
    if (prices.length === 0) return null;
    return { priceRange: { minValue: Math.min(...prices), maxValue: Math.max(...prices) } };
  }

  set(lines: readonly TriggerLine[]): void {
    this.lines = lines;
    this.attachedTo?.requestUpdate();
  }

  recolour(palette: Palette): void {
    this.palette = palette;
    this.attachedTo?.requestUpdate();
  }

  private draw(target: Target): void {
    const home = this.attachedTo;
    if (home === null) return;
    target.useMediaCoordinateSpace(({ context, mediaSize }) => {
      const box: Box = { context, ...mediaSize, taken: [] };
      const low = box.height < LABELS_FROM;
      for (const line of this.lines) {
        const y = yOf(home.series, line.price);
        if (y === null) continue;
        const inside = y >= 0 && y <= box.height;
        if (inside) this.drawLine(box, y);
        if (line.label === null || (low && (!inside || box.taken.length > 0))) continue;
        this.drawLabel(box, { line, text: labelFor(line.label, box.width), y });
      }
    });
  }

  private drawLine({ context, width }: Box, y: number): void {
    context.save();
    context.strokeStyle = this.palette.mut;
    context.lineWidth = 1.5;
    context.setLineDash([10, 4, 2, 4]);
    context.beginPath();
    context.moveTo(0, y);
    context.lineTo(width, y);
    context.stroke();
    context.restore();
  }

  /** At the start of the line; of one outside of the picture at the edge that it lies behind. */
  private drawLabel(box: Box, { line, text, y: wished }: { line: TriggerLine; text: string; y: number }): void {
    const { context, taken } = box;
    const { palette } = this;
    const [top, bottom] = [HEIGHT / 2 + 2, box.height - HEIGHT / 2 - 2];
    const y = freeRow(Math.min(Math.max(top, wished), bottom), { taken, top });
    taken.push(y);
    context.font = `620 12px ${FONT}`;
    const width = context.measureText(text).width + 52;
    const x = y > box.height - MARK.height ? MARK.width : 8;
    context.beginPath();
    context.roundRect(x, y - HEIGHT / 2, width, HEIGHT, 7);
    context.fillStyle = palette.raised;
    context.fill();
    context.strokeStyle = palette.mut;
    context.lineWidth = 1;
    context.stroke();
    drawClock(context, { x: x + 14, y, colour: palette.mut });
    const colour = line.direction === 'UP' ? palette.up : palette.down;
    drawArrow(context, { x: x + 32, y, direction: line.direction, colour });
    context.fillStyle = palette.text;
    context.textAlign = 'left';
    context.textBaseline = 'middle';
    context.fillText(text, x + 43, y + 0.5);
  }
}

function labelFor({ long, short }: NonNullable<TriggerLine['label']>, width: number): string {
  return width >= LONG_FROM ? long : short;
}

/** The wished height, or the next free one above, and below where there is none. */
function freeRow(wished: number, { taken, top }: { readonly taken: readonly number[]; readonly top: number }): number {
  for (const step of [-1, 1]) {
    for (let y = wished; y >= top; y += step * (HEIGHT + GAP)) {
      if (taken.every((one) => Math.abs(one - y) >= HEIGHT)) return y;
    }
  }
  return wished;
}

/** It waits. */
function drawClock(
  context: CanvasRenderingContext2D,
  { x, y, colour }: { readonly x: number; readonly y: number; readonly colour: string },
): void {
  context.save();
  context.strokeStyle = colour;
  context.lineWidth = 1.6;
  context.lineCap = 'round';
  context.beginPath();
  context.arc(x, y, 5.5, 0, Math.PI * 2);
  context.moveTo(x, y - 3);
  context.lineTo(x, y);
  context.lineTo(x + 2.5, y + 1.5);
  context.stroke();
  context.restore();
}
