import { fetchCode } from '#web/fetch-code.ts';
import type { BarWire, PairWire, PredictionWire } from '#protocol/trading.ts';
import { addPrice, extendFlat, fillQuiet, grainOf, type Grain } from './bars.ts';
import type { ChartOptions, TradeChart } from './chart-engine.ts';
import { greyed, readPalette } from './chart-palette.ts';
import type { RoundLayer } from './chart-round.ts';
import { triggerLines, type TriggerInput } from './chart-triggers.ts';
import type { TriggerLayer } from './trigger-layer.ts';
import { sceneOf, type SceneInput } from './chart-scene.ts';
import { placeRound, type PlacedRound } from './round-scene.ts';
import type { RoundMark } from '#web/round-slot.ts';
import type { ChartChoice } from '../remembered.ts';
import { serverClock } from '#web/live/server-clock.ts';

export type DriverOptions = Pick<
  ChartOptions,
  'container' | 'formatPrice' | 'formatTime' | 'onFollow' | 'onBeginning'
> & {
  readonly pair: Pick<PairWire, 'id' | 'precision'>;
  readonly choice: ChartChoice;
  readonly load: (resolution: Grain['resolution']) => Promise<readonly BarWire[]>;
  readonly tagOf: (prediction: PredictionWire) => string;
  readonly tagOfPending: (key: string) => string;
  readonly labelOf: TriggerInput['labelOf'];
  /** After a load: the bars there are now; null when they could not be had. */
  readonly onLoaded: (bars: readonly BarWire[] | null) => void;
};

/** The library's part, which comes late. */
export type ChartClass = new (options: ChartOptions) => TradeChart;

/** A round of more bars than this is not squeezed into the view. */
const LONGEST_FRAME = 400;

/** Keeps the bars of one chart, outside of React: loads them, lets ticks in, and redraws the layer of predictions. */
export class ChartDriver {
  private readonly options: DriverOptions;
  private readonly grain: Grain;
  private readonly chart: TradeChart;
  private bars: BarWire[] = [];
  private waiting: { readonly t: number; readonly price: number }[] | null = [];
  private predictions: SceneInput['predictions'] = [];
  private pending: SceneInput['pending'] = [];
  private round: RoundMark | null = null;
  private framed: string | null = null;
  private layer: RoundLayer | null = null;
  private entries: TriggerInput['entries'] = [];
  private triggers: TriggerLayer | null = null;
  private pointed: string | null = null;
  private tone: 'live' | 'grey' = 'live';
  private loads = 0;
  private gone = false;

  constructor(Chart: ChartClass, options: DriverOptions) {
    this.options = options;
    this.grain = grainOf(options.choice.kind, options.choice.interval);
    this.chart = new Chart({
      container: options.container,
      kind: options.choice.kind,
      palette: readPalette(),
      precision: options.pair.precision,
      formatPrice: options.formatPrice,
      formatTime: options.formatTime,
      onFollow: options.onFollow,
      onBeginning: options.onBeginning,
      onPoint: (id) => {
        this.pointed = id;
        this.redraw();
      },
    });
  }

  /** Loads the bars anew: at the start, after a reconnection, when a hidden tab is shown again. */
  async load(): Promise<void> {
    this.loads += 1;
    const mine = this.loads;
    this.waiting ??= [];
    this.fetchLayers();
    const loaded = await this.options.load(this.grain.resolution).catch(() => null);
    if (this.gone || mine !== this.loads) return;
    const late = this.waiting ?? [];
    this.waiting = null;
    if (loaded !== null) {
      this.bars = fillQuiet(loaded, this.grain.stepMs);
      for (const tick of late) addPrice(this.bars, tick, this.grain.stepMs);
      this.chart.setBars(this.bars, { bars: this.grain.view, ahead: this.barsAhead() });
      this.redraw();
    }
    this.options.onLoaded(loaded === null ? null : this.bars);
  }

  tick(tick: { readonly t: number; readonly price: number }): void {
    if (this.waiting !== null) {
      this.waiting.push(tick);
      return;
    }
    const first = this.bars.length === 0;
    const changed = addPrice(this.bars, tick, this.grain.stepMs);
    if (first) this.chart.setBars(this.bars, { bars: this.grain.view, ahead: this.barsAhead() });
    else this.chart.update(changed);
    if (first) this.options.onLoaded(this.bars);
  }

  /** A beat of the clock: the last price stands on while the pair is online, countdowns go on. */
  beat(price: 'stands' | 'unknown'): void {
    if (this.waiting === null && price === 'stands') {
      this.chart.update(extendFlat(this.bars, serverClock.now(), this.grain.stepMs));
    }
    this.redraw();
  }

  setPredictions(predictions: SceneInput['predictions'], pending: SceneInput['pending']): void {
    const more = predictions.length + pending.length > this.predictions.length + this.pending.length;
    this.predictions = predictions;
    this.pending = pending;
    if (more && this.bars.length > 0) this.chart.makeRoom({ bars: this.grain.view, ahead: this.barsAhead() });
    this.redraw();
  }

  /** The round on the screen; its layer comes with the first one. */
  setRound(round: RoundMark | null): void {
    this.round = round;
    this.fetchLayers();
    this.redraw();
  }

  /** Entries of this pair that wait for a price; their layer comes with the first one. */
  setEntries(entries: TriggerInput['entries']): void {
    this.entries = entries;
    this.fetchLayers();
    this.redraw();
  }

  /** Layers that are wanted and not there. One that does not come is asked for again with the next bars. */
  private fetchLayers(): void {
    if (this.round !== null && this.layer === null) {
      const attach = ({ RoundLayer: Layer }: { readonly RoundLayer: typeof RoundLayer }) => {
        if (this.gone || this.layer !== null) return;
        this.layer = new Layer(readPalette());
        this.attach(this.layer);
      };
      fetchCode(() => import('./chart-round.ts')).then(attach, () => undefined);
    }
    if (this.entries.length > 0 && this.triggers === null) {
      const attach = ({ TriggerLayer: Layer }: { readonly TriggerLayer: typeof TriggerLayer }) => {
        if (this.gone || this.triggers !== null) return;
        this.triggers = new Layer(readPalette());
        this.attach(this.triggers);
      };
      fetchCode(() => import('./trigger-layer.ts')).then(attach, () => undefined);
    }
  }

  private attach(layer: RoundLayer | TriggerLayer): void {
    this.chart.attach(layer);
    this.redraw();
  }

  /** Shows a round from its first average (or the newest price, while it is ahead) to its end, once, where the bars reach that far and it fits. */
  private frameRound(round: PlacedRound): void {
    if (this.framed === round.key || this.bars.length === 0) return;
    this.framed = round.key;
    const length = round.end - round.start;
    if (round.start < 0 || length > LONGEST_FRAME) return;
    const now = this.bars.length - 1;
    this.chart.show(Math.min(round.start - length * 0.2, now - length * 0.3), round.end + length * 0.12);
  }

  private barsAhead(): number {
    const now = serverClock.now();
    const ends = [
      ...this.predictions.map(({ prediction }) => Date.parse(prediction.expiresAt ?? prediction.admittedAt)),
      ...this.pending.map((one) => one.at + one.durationSec * 1000),
    ];
    return Math.max(0, ...ends.map((end) => (end - now) / this.grain.stepMs));
  }

  redraw(): void {
    if (this.layer !== null) {
      const placed = this.round === null ? null : placeRound(this.round, this.bars, this.grain.stepMs);
      this.layer.set(placed, serverClock.now());
      if (placed !== null) this.frameRound(placed);
    }
    this.triggers?.set(triggerLines({ bars: this.bars, entries: this.entries, labelOf: this.options.labelOf }));
    this.chart.setScene(
      sceneOf({
        bars: this.bars,
        stepMs: this.grain.stepMs,
        now: serverClock.now(),
        predictions: this.predictions,
        pending: this.pending,
        pointed: this.pointed,
        tagOf: this.options.tagOf,
        tagOfPending: this.options.tagOfPending,
      }),
    );
  }

  /** Reads the tokens again: the theme or the colour set changed, or prices cannot be trusted any more. */
  recolour(tone: 'live' | 'grey' = this.tone): void {
    this.tone = tone;
    const palette = readPalette();
    this.chart.recolour(tone === 'grey' ? greyed(palette) : palette);
    this.layer?.recolour(palette);
    this.triggers?.recolour(palette);
  }

  currentBars(): readonly BarWire[] {
    return this.bars;
  }

  view(): TradeChart {
    return this.chart;
  }

  destroy(): void {
    this.gone = true;
    this.chart.destroy();
  }
}
