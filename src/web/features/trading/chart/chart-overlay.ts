import type {
  AutoscaleInfo,
  IChartApiBase,
  IPrimitivePaneRenderer,
  IPrimitivePaneView,
  ISeriesApi,
  ISeriesPrimitive,
  Logical,
  SeriesAttachedParameter,
  SeriesType,
  Time,
} from 'lightweight-charts';
import { drawLiveDot, drawMark, drawPill, type Placed } from './chart-strokes.ts';
import type { Palette } from './chart-palette.ts';
import type { SceneMark } from './chart-scene.ts';

type Target = Parameters<IPrimitivePaneRenderer['draw']>[0];

/** Our layer over the price series: zones, entry lines, tags, expiry lines and countdowns of own predictions. */
export class PredictionLayer implements ISeriesPrimitive<Time> {
  private attachedTo: SeriesAttachedParameter<Time> | null = null;
  private marks: readonly SceneMark[] = [];
  private palette: Palette;
  private live: { readonly logical: number; readonly price: number } | null = null;
  private readonly views: readonly IPrimitivePaneView[];

  constructor(palette: Palette) {
    this.palette = palette;
    this.views = [
      { zOrder: () => 'bottom', renderer: () => ({ draw: (target: Target) => this.draw(target, 'zones') }) },
      { zOrder: () => 'top', renderer: () => ({ draw: (target: Target) => this.draw(target, 'lines') }) },
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

  /** Entry prices in view stay in view. */
  autoscaleInfo(start: Logical, end: Logical): AutoscaleInfo | null {
    const inView = this.marks.filter((mark) => mark.to >= start && mark.from <= end && mark.settledEntry === 'solid');
    if (inView.length === 0) return null;
    const prices = inView.map((mark) => mark.price);
    return { priceRange: { minValue: Math.min(...prices), maxValue: Math.max(...prices) } };
  }

  set(marks: readonly SceneMark[], live: { readonly logical: number; readonly price: number } | null): void {
    this.marks = marks;
    this.live = live;
    this.attachedTo?.requestUpdate();
  }

  recolour(palette: Palette): void {
    this.palette = palette;
    this.attachedTo?.requestUpdate();
  }

  /** The mark whose entry point lies within a finger of this place, the nearest first. */
  markAt(x: number, y: number): string | null {
    let best: { readonly id: string; readonly distance: number } | null = null;
    for (const { mark, place } of this.places()) {
      const distance = Math.hypot(place.x1 - x, place.y - y);
      if (distance <= 22 && (best === null || distance < best.distance)) best = { id: mark.id, distance };
    }
    return best?.id ?? null;
  }

  private places(): { readonly mark: SceneMark; readonly place: Omit<Placed, 'width' | 'height'> }[] {
    const home = this.attachedTo;
    if (home === null) return [];
    const found = [];
    for (const mark of this.marks) {
      const x1 = xOf(home.chart, mark.from);
      const x2 = xOf(home.chart, mark.to);
      const y = yOf(home.series, mark.price);
      if (x1 !== null && x2 !== null && y !== null) found.push({ mark, place: { x1, x2, y } });
    }
    return found;
  }

  /** Zones of several predictions would cover one another: the one that ends next has them. */
  private zoned(): string | null {
    return (
      this.marks.find((mark) => mark.form === 'line' && mark.settledEntry === 'solid' && mark.pill !== null)?.id ?? null
    );
  }

  private draw(target: Target, part: 'zones' | 'lines'): void {
    const home = this.attachedTo;
    if (home === null) return;
    target.useMediaCoordinateSpace(({ context, mediaSize }) => {
      const pills: number[] = [];
      const tags: Parameters<typeof drawMark>[1]['tags'] = [];
      const zoned = this.zoned();
      for (const { mark, place } of this.places()) {
        if (part === 'zones' && mark.id !== zoned) continue;
        const placed = { ...place, width: mediaSize.width, height: mediaSize.height };
        drawMark(context, { mark, placed, palette: this.palette, part, tags });
        if (
          part === 'lines' &&
          mark.pill !== null &&
          mark.form === 'line' &&
          (pills.length === 0 || mediaSize.height > 170)
        ) {
          pills.push(drawPill(context, { mark, pill: mark.pill, placed, palette: this.palette, taken: pills }));
        }
      }
      if (part === 'lines' && this.live !== null) {
        const x = xOf(home.chart, this.live.logical);
        const y = yOf(home.series, this.live.price);
        if (x !== null && y !== null) drawLiveDot(context, { x, y, colour: this.palette.line });
      }
    });
  }
}

export function yOf(series: ISeriesApi<SeriesType, Time>, price: number): number | null {
  return series.priceToCoordinate(price);
}

/** The chart places whole bars only: a place between two is drawn between them. */
export function xOf(chart: IChartApiBase<Time>, logical: number): number | null {
  const scale = chart.timeScale();
  const whole = Math.floor(logical);
  const from = scale.logicalToCoordinate(whole as Logical);
  const next = scale.logicalToCoordinate((whole + 1) as Logical);
  if (from === null || next === null) return null;
  return from + (next - from) * (logical - whole);
}
