import { useEffect, useRef, useState, type RefObject } from 'react';
import { toDecimal, fromDecimal, usdt } from '#domain/money.ts';
import type { ScheduledWire } from '#protocol/scheduled.ts';
import type { BarWire, PairWire, PredictionWire } from '#protocol/trading.ts';
import { useSession } from '#web/api/session.tsx';
import { useReturn, usePriceStore } from '#web/live/live.tsx';
import { fetchCode } from '#web/fetch-code.ts';
import { useFormats } from '#web/shell-context.ts';
import type { Formats } from '#web/i18n/format.ts';
import { ChartDriver, type ChartClass } from './chart-driver.ts';
import type { SceneInput } from './chart-scene.ts';
import { isOpen, tellingOf } from '../positions/predictions.ts';
import type { Placing } from '../ticket/placing.ts';
import type { RoundMark } from '#web/round-slot.ts';
import type { ChartChoice } from '../remembered.ts';
import { useSteady } from '../use-steady.ts';
import { serverClock } from '#web/live/server-clock.ts';

export interface ChartInput {
  readonly pair: PairWire;
  readonly choice: ChartChoice;
  readonly predictions: SceneInput['predictions'];
  readonly pending: readonly Placing[];
  /** Own entries of this pair that wait for a price. */
  readonly entries: readonly ScheduledWire[];
  readonly round: RoundMark | null;
  readonly connected: boolean;
  readonly amountsHidden: boolean;
}

export interface ChartState {
  readonly driver: RefObject<ChartDriver | null>;
  readonly phase: 'loading' | 'ready' | 'failed';
  /** Oldest bar there is, ms; null while none. */
  readonly beginsAt: number | null;
  readonly following: boolean;
  /** Is the oldest bar in view? */
  readonly beginning: boolean;
  readonly retry: () => void;
}

/** The tag is small. */
const HIDDEN = '•••';

function tagOf(prediction: PredictionWire, input: ChartInput, formats: Formats): string {
  if (input.amountsHidden) return HIDDEN;
  if (!isOpen(prediction)) {
    return tellingOf(prediction) === 'returned'
      ? formats.own(prediction.creditStr ?? prediction.stakeStr)
      : formats.own(prediction.profitStr ?? '0', { signed: true });
  }
  const stake = shortMoney(prediction.stakeStr, formats);
  return prediction.entry === null
    ? stake
    : `${stake} · ${formats.price(prediction.entry.price, input.pair.precision)}`;
}

/** The price with the side it must come from, and what is at stake. */
function labelOf(entry: ScheduledWire, input: ChartInput, formats: Formats): { long: string; short: string } {
  const price = formats.price(entry.price ?? 0, input.pair.precision);
  const short = `${entry.crosses === 'UP' ? '≥' : '≤'} ${price}`;
  return { short, long: `${short} · ${input.amountsHidden ? HIDDEN : shortMoney(entry.stakeStr, formats)}` };
}

/** Whole amounts without their empty decimals: the tag is small. */
function shortMoney(text: string, formats: Formats): string {
  const plain = toDecimal(fromDecimal(text, 6) ?? usdt(0n), 2);
  return formats.own(plain, { places: plain.endsWith('.00') ? 0 : 2 });
}

/** What is drawn over the prices follows the input. */
function useDrawn(driver: ChartState['driver'], input: ChartInput): void {
  const { predictions, pending, entries, round, amountsHidden } = input;
  useEffect(() => driver.current?.setPredictions(predictions, pending), [driver, predictions, pending, amountsHidden]);
  useEffect(() => driver.current?.setEntries(entries), [driver, entries, amountsHidden]);
  useEffect(() => driver.current?.setRound(round), [driver, round]);
}

/** Bars are asked for anew when the connection is back, and when the page is looked at again. */
function useReturns(connected: boolean, load: () => void): void {
  const was = useRef(connected);
  useEffect(() => {
    if (connected && !was.current) load();
    was.current = connected;
  }, [connected, load]);
  useReturn(load);
}

/** Runs the chart of a pair in `container`: the library comes lazily, prices never pass through React. */
export function useChart(container: RefObject<HTMLDivElement | null>, input: ChartInput): ChartState {
  const { client } = useSession();
  const store = usePriceStore();
  const formats = useFormats();
  const driver = useRef<ChartDriver | null>(null);
  const latest = useRef(input);
  const [phase, setPhase] = useState<ChartState['phase']>('loading');
  const [tries, setTries] = useState(0);
  const [beginsAt, setBeginsAt] = useState<number | null>(null);
  const [following, setFollowing] = useState(true);
  const [beginning, setBeginning] = useState(false);
  const { pair, choice, connected } = input;
  const online = pair.status === 'online' && connected;

  useEffect(() => {
    latest.current = input;
  });
  useDrawn(driver, input);

  useEffect(() => {
    const box = container.current;
    if (box === null) return undefined;
    let gone = false;
    let stop = () => undefined as void;
    const begin = ({ TradeChart }: { readonly TradeChart: ChartClass }) => {
      if (gone) return;
      const made = new ChartDriver(TradeChart, {
        container: box,
        pair: latest.current.pair,
        choice,
        formatPrice: (price) => formats.price(price, latest.current.pair.precision),
        formatTime: (ms, form) => timeText(ms, form, formats),
        load: async (resolution) => (await client.call('trade.bars', { query: { pair: pair.id, resolution } })).bars,
        tagOf: (prediction) => tagOf(prediction, latest.current, formats),
        tagOfPending: (key) =>
          shortMoney(latest.current.pending.find((one) => one.key === key)?.stakeText ?? '0', formats),
        labelOf: (entry) => labelOf(entry, latest.current, formats),
        onFollow: (state) => setFollowing(state === 'yes'),
        onBeginning: (state) => setBeginning(state === 'yes'),
        onLoaded: (bars: readonly BarWire[] | null) => {
          setPhase(bars === null ? 'failed' : 'ready');
          setBeginsAt(bars?.[0]?.time ?? null);
        },
      });
      driver.current = made;
      made.setPredictions(latest.current.predictions, latest.current.pending);
      made.setEntries(latest.current.entries);
      made.setRound(latest.current.round);
      stop = run(made, store, latest);
      void made.load();
    };
    fetchCode(() => import('./chart-engine.ts')).then(begin, () => setPhase('failed'));
    return () => {
      gone = true;
      stop();
      driver.current?.destroy();
      driver.current = null;
    };
  }, [container, client, store, formats, pair.id, choice, tries]);

  useEffect(() => driver.current?.recolour(online ? 'live' : 'grey'), [online, phase]);

  const load = useSteady(() => {
    // Without its library the chart begins anew.
    if (driver.current === null) setTries((was) => was + 1);
    else void driver.current.load();
  });
  useReturns(connected, load);
  const retry = () => {
    setPhase('loading');
    load();
  };
  return { driver, phase, beginsAt, following, beginning, retry };
}

/** Ticks, the beat of the clock and changes of theme reach the driver until the returned function is called. */
function run(driver: ChartDriver, store: ReturnType<typeof usePriceStore>, latest: RefObject<ChartInput>): () => void {
  const leave = store.streamTicks(latest.current.pair.id, (tick) => {
    serverClock.heard(tick.time);
    driver.tick({ t: tick.time, price: tick.price });
  });
  const beat = setInterval(() => {
    const { pair, connected } = latest.current;
    driver.beat(pair.status === 'online' && connected ? 'stands' : 'unknown');
  }, 250);
  const themes = new MutationObserver(() => driver.recolour());
  themes.observe(document.documentElement, { attributeFilter: ['data-theme', 'data-colours'] });
  return () => {
    leave();
    clearInterval(beat);
    themes.disconnect();
  };
}

/** The mark under the cross hair is to the second, and may be of another day; those of the scale stand beside their day. */
function timeText(ms: number, form: 'second' | 'minute' | 'day', formats: Formats): string {
  if (form === 'second') return formats.moment(ms);
  return form === 'day' ? formats.date(ms) : formats.clock(ms).slice(0, 5);
}
