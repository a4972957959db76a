import {
  AreaSeries,
  CandlestickSeries,
  ColorType,
  CrosshairMode,
  LineStyle,
  TickMarkType,
  createChartEx,
  type IChartApi,
  type ISeriesApi,
  type ISeriesPrimitive,
  type Logical,
  type Time,
  type UTCTimestamp,
} from 'lightweight-charts';
import type { BarWire } from '#protocol/trading.ts';
import type { ChartKind } from './bars.ts';
import { PredictionLayer } from './chart-overlay.ts';
import { withAlpha, type Palette } from './chart-palette.ts';
import type { SceneMark } from './chart-scene.ts';
import { RoundTimes } from './round-times.ts';

export type TimeForm = 'second' | 'minute' | 'day';

export interface ChartOptions {
  readonly container: HTMLElement;
  readonly kind: ChartKind;
  readonly palette: Palette;
  readonly precision: number;
  readonly formatPrice: (price: number) => string;
  readonly formatTime: (ms: number, form: TimeForm) => string;
  /** Called when the view starts or stops following the newest price. */
  readonly onFollow: (following: 'yes' | 'no') => void;
  /** Called when the oldest bar comes into view or leaves it. */
  readonly onBeginning: (seen: 'yes' | 'no') => void;
  readonly onPoint: (markId: string | null) => void;
}

type PriceSeries = ISeriesApi<'Area'> | ISeriesApi<'Candlestick'>;
/** Smallest part of the view kept free on the future side. */
const AHEAD_SHARE = 0.16;

/** The chart of one pair and one kind. Prices come in by `setBars` and `update`, predictions by `setScene`; React never holds a tick. */
export class TradeChart {
  private readonly chart: IChartApi;
  private readonly series: PriceSeries;
  private readonly layer: PredictionLayer;
  private readonly options: ChartOptions;
  private count = 0;
  private lastBar: BarWire | null = null;
  private following = true;
  private beginning = false;

  constructor(options: ChartOptions) {
    this.options = options;
    const times = new RoundTimes();
    this.chart = createChartEx(options.container, times, { autoSize: true });
    this.layer = new PredictionLayer(options.palette);
    this.series =
      options.kind === 'area' ? this.chart.addSeries(AreaSeries, {}) : this.chart.addSeries(CandlestickSeries, {});
    this.series.attachPrimitive(this.layer);
    this.recolour(options.palette);
    this.chart.timeScale().subscribeVisibleLogicalRangeChange((range) => {
      if (range === null) return;
      const beginning = range.from <= 0;
      if (beginning !== this.beginning) {
        this.beginning = beginning;
        options.onBeginning(beginning ? 'yes' : 'no');
      }
      const following = range.to >= this.count - 1;
      if (following !== this.following) {
        this.following = following;
        options.onFollow(following ? 'yes' : 'no');
      }
    });
    this.chart.subscribeCrosshairMove((event) => this.point(event.point));
    this.chart.subscribeClick((event) => this.point(event.point));
  }

  private point(point: { readonly x: number; readonly y: number } | undefined): void {
    this.options.onPoint(point === undefined ? null : this.layer.markAt(point.x, point.y));
  }

  /** All bars, oldest first, one per step; `view` bars are shown, with room ahead for `ahead` bars at least. */
  setBars(bars: readonly BarWire[], view: { readonly bars: number; readonly ahead: number }): void {
    this.count = bars.length;
    this.lastBar = bars.at(-1) ?? null;
    const shape = this.shapeOf.bind(this);
    if (this.options.kind === 'area') (this.series as ISeriesApi<'Area'>).setData(bars.map((bar) => shape(bar)));
    else (this.series as ISeriesApi<'Candlestick'>).setData(bars.map((bar) => shape(bar)));
    this.frame(view);
  }

  private shapeOf(bar: BarWire): {
    time: UTCTimestamp;
    value: number;
    open: number;
    high: number;
    low: number;
    close: number;
  } {
    const time = (bar.time / 1000) as UTCTimestamp;
    return { time, value: bar.close, open: bar.open, high: bar.high, low: bar.low, close: bar.close };
  }

  /** Bars that changed or came, oldest first. */
  update(changed: readonly BarWire[]): void {
    for (const bar of changed) {
      if (this.lastBar !== null && bar.time < this.lastBar.time) continue;
      if (this.lastBar === null || bar.time > this.lastBar.time) this.count += 1;
      this.lastBar = bar;
      this.series.update(this.shapeOf(bar));
    }
  }

  setScene(marks: readonly SceneMark[]): void {
    const { lastBar } = this;
    const live = lastBar === null ? null : { logical: this.count - 1, price: lastBar.close };
    this.layer.set(marks, this.options.kind === 'area' ? live : null);
  }

  /** Shows the newest `bars` bars and at least `ahead` bars of the time to come. */
  frame(view: { readonly bars: number; readonly ahead: number }): void {
    const narrow = this.options.container.clientWidth < 560 ? 0.5 : 1;
    // A short history is not drawn as a thin strip at the edge.
    const shown = Math.min(Math.round(view.bars * narrow), Math.max(60, Math.round(this.count * 1.2)));
    const ahead = Math.min(Math.max(shown * AHEAD_SHARE, view.ahead * 1.12), shown * 0.6);
    const to = this.count - 1 + ahead;
    this.chart.timeScale().applyOptions({ rightOffset: ahead });
    this.chart.timeScale().setVisibleLogicalRange({ from: to - shown - ahead, to });
  }

  /** Widens the free part ahead for a new prediction, while the view follows the newest price. */
  makeRoom(view: { readonly bars: number; readonly ahead: number }): void {
    if (this.following) this.frame(view);
  }

  /** One more layer over the price series. */
  attach(layer: ISeriesPrimitive<Time>): void {
    this.series.attachPrimitive(layer);
  }

  /** Shows the bars from one place to another. */
  show(from: number, to: number): void {
    this.chart.timeScale().setVisibleLogicalRange({ from: from as Logical, to: to as Logical });
  }

  toNow(): void {
    this.chart.timeScale().scrollToRealTime();
  }

  /** Moves the view by a third of its width. */
  pan(where: 'back' | 'forward'): void {
    this.shift((from, to) => {
      const by = ((to - from) / 3) * (where === 'back' ? -1 : 1);
      return [from + by, to + by];
    });
  }

  zoom(how: 'in' | 'out'): void {
    this.shift((from, to) => {
      const by = ((to - from) / 4) * (how === 'in' ? 1 : -1);
      return [from + by, to];
    });
  }

  private shift(change: (from: number, to: number) => readonly [number, number]): void {
    const range = this.chart.timeScale().getVisibleLogicalRange();
    if (range === null) return;
    const [from, to] = change(range.from, range.to);
    this.chart.timeScale().setVisibleLogicalRange({ from: from as Logical, to: to as Logical });
  }

  recolour(palette: Palette): void {
    this.layer.recolour(palette);
    this.chart.applyOptions(this.look(palette));
    const shared = {
      priceLineColor: palette.line,
      priceLineStyle: LineStyle.Dashed,
      priceLineWidth: 1 as const,
      lastValueVisible: true,
      priceFormat: {
        type: 'custom' as const,
        minMove: 10 ** -this.options.precision,
        formatter: (price: number) => this.options.formatPrice(price),
      },
    };
    if (this.options.kind === 'area') {
      (this.series as ISeriesApi<'Area'>).applyOptions({
        ...shared,
        lineColor: palette.line,
        lineWidth: 2,
        topColor: palette.areaTop,
        bottomColor: palette.areaBottom,
        crosshairMarkerRadius: 4,
      });
      return;
    }
    (this.series as ISeriesApi<'Candlestick'>).applyOptions({
      ...shared,
      // Up is hollow, down is filled: told apart without colour.
      upColor: 'transparent',
      borderUpColor: palette.up,
      wickUpColor: palette.up,
      downColor: palette.down,
      borderDownColor: palette.down,
      wickDownColor: palette.down,
    });
  }

  private look(palette: Palette) {
    const { formatTime } = this.options;
    return {
      layout: {
        background: { type: ColorType.Solid, color: 'transparent' },
        textColor: palette.faint,
        fontFamily: '"Geist Variable", "Geist Fallback", system-ui, sans-serif',
        fontSize: 11,
        attributionLogo: true,
      },
      grid: { vertLines: { color: palette.grid }, horzLines: { color: palette.grid } },
      // A finger that moves down the chart moves the page.
      handleScroll: { vertTouchDrag: false },
      rightPriceScale: { borderVisible: false, scaleMargins: { top: 0.22, bottom: 0.14 } },
      timeScale: {
        borderVisible: false,
        timeVisible: true,
        secondsVisible: true,
        shiftVisibleRangeOnNewBar: true,
        tickMarkFormatter: (time: Time, type: TickMarkType) => formatTime(Number(time) * 1000, formOf(type)),
      },
      crosshair: {
        mode: CrosshairMode.Normal,
        vertLine: { color: withAlpha(palette.mut, 0.6), labelBackgroundColor: palette.raised },
        horzLine: { color: withAlpha(palette.mut, 0.6), labelBackgroundColor: palette.raised },
      },
      localization: {
        timeFormatter: (time: Time) => formatTime(Number(time) * 1000, 'second'),
        priceFormatter: (price: number) => this.options.formatPrice(price),
      },
    };
  }

  destroy(): void {
    this.chart.remove();
  }
}

function formOf(type: TickMarkType): TimeForm {
  if (type === TickMarkType.TimeWithSeconds) return 'second';
  return type === TickMarkType.Time ? 'minute' : 'day';
}
