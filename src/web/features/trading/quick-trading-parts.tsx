import { useCallback, useEffect, useMemo } from 'react';
import { useHiddenAmounts } from '#web/money/hidden-amounts.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import type { PairWire } from '#protocol/trading.ts';
import { useLatency, usePriceStore } from '#web/live/live.tsx';
import { useFormats, useShell } from '#web/shell-context.ts';
import { LOCALE_FACTS } from '#web/i18n/locales.ts';
import { cx } from '#web/ui/cx.ts';
import { pairLabel } from '#web/ui/market/pair-icon.tsx';
import { Num } from '#web/ui/num.tsx';
import { Segments } from '#web/ui/tabs.tsx';
import { AMOUNT_PRESETS, amountText } from './ticket/amount.ts';
import { ChartToolbar } from './chart/chart-toolbar.tsx';
import { ColourNote } from './chart/colour-note.tsx';
import { durationChips, offeredDurations } from './ticket/durations.ts';
import { MarketCover } from './chart/market-cover.tsx';
import { PredictionTicket } from './ticket/prediction-ticket.tsx';
import { isOpen } from './positions/predictions.ts';
import { PriceChart } from './chart/price-chart.tsx';
import type { ShortcutAct } from './shortcuts.ts';
import type { useQuickTrading } from './use-quick-trading.ts';
import type { RoundMode } from './use-round-mode.ts';
import { isOverlayOpen, useShortcuts } from './use-shortcuts.ts';
import { useSteady } from './use-steady.ts';
import { waitingForPrice } from './scheduled/waiting.ts';

export type QuickTrading = ReturnType<typeof useQuickTrading>;

export interface Shown {
  readonly list: boolean;
  readonly predictions: boolean;
  readonly keys: boolean;
  /** The question before the real account. */
  readonly real: boolean;
  readonly table: boolean;
  readonly full: boolean;
}

/** Keys of the screen. */
export function useKeys(
  quick: QuickTrading,
  screen: {
    readonly quickShown: boolean;
    readonly onSearch: () => void;
    readonly onKeys: () => void;
    readonly onRealm: () => void;
  },
): void {
  const { choices, ticket } = quick;
  const act = (what: ShortcutAct) => {
    if (what.do === 'place') quick.tap(what.direction);
    if (what.do === 'sound') choices.setSound(choices.choices.sound === 'on' ? 'off' : 'on');
    if (what.do === 'list') screen.onKeys();
    if (what.do === 'search') screen.onSearch();
    if (what.do === 'realm') screen.onRealm();
    if (what.do === 'amount') {
      const preset = AMOUNT_PRESETS[what.index];
      if (preset !== undefined) ticket.setAmount(amountText(preset));
    }
    if (what.do === 'duration') {
      const seconds = durationChips(offeredDurations(ticket.scene.pair, ticket.scene.now))[what.index];
      if (seconds !== undefined) ticket.setDuration(seconds);
    }
  };
  // What a key would place is on the screen: beside the ticket of rounds there is none of Quick.
  useShortcuts({ keys: choices.choices.keys === 'on', place: ticket.ticket.oneClick && screen.quickShown }, act);
}

export interface ChartAreaProps {
  readonly quick: QuickTrading;
  readonly pair: PairWire;
  readonly pairs: readonly PairWire[];
  /** Server time of the first paint, ms. */
  readonly firstNow: number;
  readonly shown: Shown;
  readonly onShow: (part: Partial<Shown>) => void;
  readonly onSelect: (id: string) => void;
  readonly mode: RoundMode;
}

/** Marks of Quick predictions say nothing of a round. */
const NOTHING_DRAWN: readonly never[] = [];

/** Toolbar and chart of the pair, with own predictions on it and what stands over it. */
export function ChartArea({ quick, pair, pairs, firstNow, shown, onShow, onSelect, mode }: ChartAreaProps) {
  const { t } = useTranslation('trading');
  const read = useReadAloud(pair);
  const { choices } = quick.choices;
  const amountsHidden = useHiddenAmounts();
  const { all, endedAt } = quick.own;
  const drawn = useMemo(
    () =>
      [...all.values()]
        .filter((one) => one.pair === pair.id && (isOpen(one) || endedAt.has(one.id)))
        .map((prediction) => ({ prediction, endedAt: endedAt.get(prediction.id) ?? null })),
    [all, endedAt, pair.id],
  );
  const pending = useMemo(
    () => quick.placing.pending.filter((one) => one.pair === pair.id),
    [quick.placing.pending, pair.id],
  );
  const { waiting } = quick.own;
  const entries = useMemo(() => waitingForPrice(waiting, pair.id), [waiting, pair.id]);
  useEscape(shown.full, () => onShow({ full: false }));
  const onTableOpen = useCallback((table: boolean) => onShow({ table }), [onShow]);
  const onChoice = useSteady(quick.choices.setChart);
  const onSound = useSteady(() => quick.choices.setSound(choices.sound === 'on' ? 'off' : 'on'));
  const onKeys = useSteady(() => onShow({ keys: true }));
  const onTable = useSteady(() => onShow({ table: true }));
  const onFull = useSteady(() => onShow({ full: !shown.full }));
  const over = useMemo(
    () => <MarketCover pair={pair} pairs={pairs} connected={quick.connected} firstNow={firstNow} onSelect={onSelect} />,
    [pair, pairs, quick.connected, firstNow, onSelect],
  );
  return (
    <div
      className={cx('flex min-h-0 min-w-0 flex-col bg-s1 compact:flex-1', mode.on && 'md:col-start-1 md:row-start-2')}
    >
      {mode.on && !shown.full ? (
        <Segments
          className="mx-3 mt-2 self-start compact:hidden min-[80rem]:hidden"
          label={t('tab.middle')}
          value={mode.middle}
          onChange={mode.setMiddle}
          items={[
            { value: 'chart', label: t('tab.chart') },
            { value: 'book', label: t('tab.book') },
          ]}
        />
      ) : null}
      <ChartToolbar
        choice={choices.chart}
        sound={choices.sound}
        full={shown.full}
        onChoice={onChoice}
        onSound={onSound}
        onKeys={onKeys}
        onTable={onTable}
        onRead={read}
        onFull={onFull}
      />
      {mode.on || shown.full ? null : <ColourNote />}
      <PriceChart
        key={`${pair.id} ${choices.chart.kind} ${choices.chart.interval}`}
        pair={pair}
        choice={choices.chart}
        predictions={mode.on ? NOTHING_DRAWN : drawn}
        pending={mode.on ? NOTHING_DRAWN : pending}
        entries={mode.on ? NOTHING_DRAWN : entries}
        round={mode.mark}
        connected={quick.connected}
        amountsHidden={amountsHidden}
        firstNow={firstNow}
        full={shown.full}
        tableOpen={shown.table}
        onTableOpen={onTableOpen}
        over={over}
      />
    </div>
  );
}

/** Speaks the price when asked: prices are in no live region. */
function useReadAloud(pair: PairWire): () => void {
  const { t } = useTranslation('trading');
  const formats = useFormats();
  const { locale } = useShell();
  const store = usePriceStore();
  return useCallback(() => {
    const price = store.tick(pair.id)?.price ?? pair.price;
    if (price === null || typeof speechSynthesis === 'undefined') return;
    const words = new SpeechSynthesisUtterance(
      t('chart.spoken', { pair: pairLabel(pair.id), price: formats.price(price, pair.precision) }),
    );
    words.lang = LOCALE_FACTS[locale].lang;
    speechSynthesis.cancel();
    speechSynthesis.speak(words);
  }, [store, t, formats, locale, pair.id, pair.price, pair.precision]);
}

function useEscape(on: boolean, leave: () => void): void {
  useEffect(() => {
    if (!on) return undefined;
    const pressed = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !isOverlayOpen()) leave();
    };
    document.addEventListener('keydown', pressed);
    return () => document.removeEventListener('keydown', pressed);
  });
}

export function QuickTicket({ quick, pair }: { readonly quick: QuickTrading; readonly pair: PairWire }) {
  const { ticket } = quick;
  return (
    <PredictionTicket
      pair={pair}
      ticket={ticket.ticket}
      scene={ticket.scene}
      phases={quick.placing.phases}
      ready={quick.ready}
      predictionMax={quick.own.predictionMax}
      notice={quick.notice}
      keysShown={ticket.ticket.oneClick && quick.choices.choices.keys === 'on'}
      onAmount={ticket.setAmount}
      onDuration={ticket.setDuration}
      onOneClick={ticket.setOneClick}
      onTap={quick.tap}
    />
  );
}

const MARKS = { online: 'bg-ok', offline: 'bg-warn', closed: 'bg-faint' } as const;

/** When the pair's market is open, and how quick the connection is. */
export function HoursLine(props: { readonly pair: PairWire; readonly now: number; readonly connected: boolean }) {
  const { pair, now, connected } = props;
  const { t } = useTranslation('trading');
  const formats = useFormats();
  const latencyMs = useLatency();
  const closes = pair.nextClose === null ? null : Date.parse(pair.nextClose);
  const opens = pair.nextOpen === null ? null : Date.parse(pair.nextOpen);
  const closed = pair.status === 'closed';
  const text = closed
    ? opens === null
      ? t('pairs.closed_now')
      : t('pairs.opens_at', { time: formats.deadline(opens) })
    : closes === null || closes < now
      ? t('pairs.always_open')
      : t('pairs.open_until', { time: formats.deadline(closes) });
  return (
    <p className="flex items-center gap-2 border-t border-line px-3.5 py-2.5 text-12 text-mut">
      <i aria-hidden className={`size-[7px] shrink-0 rounded-pill ${connected ? MARKS[pair.status] : MARKS.closed}`} />
      <span className="min-w-0 flex-1">{text}</span>
      {latencyMs === null || !connected ? null : <Num className="text-faint">{formats.number(latencyMs)} ms</Num>}
    </p>
  );
}
