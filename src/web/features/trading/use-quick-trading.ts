import { useCallback, useEffect, useMemo, useState } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { fromDecimal, usdt } from '#domain/money.ts';
import type { Direction } from '#domain/trading/prediction.ts';
import type { PairWire, PredictionWire } from '#protocol/trading.ts';
import type { ApiError } from '#web/api/api-error.ts';
import { useSession } from '#web/api/session.tsx';
import { afterPaint } from '#web/live/after-paint.ts';
import { useLiveStatus, useSettledStatus } from '#web/live/live.tsx';
import { useFormats } from '#web/shell-context.ts';
import { showToast } from '#web/ui/toast.tsx';
import { parseAmount, withinHouse } from './ticket/amount.ts';
import { notShown, type Placing } from './ticket/placing.ts';
import { noticeOf } from './ticket/refusal-notice.ts';
import { tellingOf, type Predictions } from './positions/predictions.ts';
import { tellResult } from './positions/result-toast.tsx';
import { serverClock } from '#web/live/server-clock.ts';
import { useChoices } from './use-choices.ts';
import { usePlacing, type PlacingState } from './ticket/use-placing.ts';
import { useOwnPredictions } from './positions/use-predictions.ts';
import { useEligibility } from './ticket/use-eligibility.ts';
import { useTicket } from './ticket/use-ticket.ts';

/** How long a sentence under the buttons stays. */
const NOTICE_MS = 8_000;
/** Refusals of the person, not of what is placed: what is known of them is out of date. */
const OF_THE_PERSON = new Set(['SelfExcluded', 'LimitReached', 'VerificationError']);

/** A sentence under the buttons that goes away by itself. */
function useNotice() {
  const [notice, setNotice] = useState<string | null>(null);
  useEffect(() => {
    if (notice === null) return undefined;
    const timer = setTimeout(() => setNotice(null), NOTICE_MS);
    return () => clearTimeout(timer);
  }, [notice]);
  return [notice, setNotice] as const;
}

function useRefill(readCash: (answer: Promise<string>) => Promise<void>) {
  const { t } = useTranslation('trading');
  const { client } = useSession();
  const formats = useFormats();
  const [refilling, setRefilling] = useState(false);
  const refill = useCallback(async () => {
    setRefilling(true);
    try {
      const refilled = client.call('user.refreshDemoBalance').then(({ totalBalanceStr }) => totalBalanceStr);
      await readCash(refilled);
      showToast({ id: 'refill', tone: 'info', title: t('demo.refilled', { amount: formats.own(await refilled) }) });
    } catch (error) {
      const text = error instanceof Error && 'title' in error ? String(error.title) : '';
      showToast({ id: 'refill', tone: 'warn', title: text === '' ? t('state.reconnecting') : text });
    } finally {
      setRefilling(false);
    }
  }, [client, readCash, t, formats]);
  return { refilling, refill: () => void refill() };
}

/** What the server said no to, in a sheet; where it looked at the person, something about them has changed. */
function useRefusal(reread: () => void) {
  const [refusal, setRefusal] = useState<ApiError | null>(null);
  const refuse = (error: ApiError) => {
    if (OF_THE_PERSON.has(error.code)) reread();
    setRefusal(error);
  };
  return { refusal, refuse, closeRefusal: () => setRefusal(null) };
}

interface QuickInput {
  readonly pair: PairWire;
  readonly now: number;
  /** A result is to be predicted once more. */
  readonly onAgain: (prediction: PredictionWire) => void;
}

/** Everything the screen does with one pair: ticket, taps, own predictions, balance, and what is said about them. */
export function useQuickTrading(input: QuickInput) {
  const { t } = useTranslation('trading');
  const formats = useFormats();
  const { realm, state } = useSession();
  const choices = useChoices();
  const [notice, setNotice] = useNotice();
  const [fundsOpen, setFundsOpen] = useState(false);
  const own = useOwnPredictions((list: readonly PredictionWire[]) => {
    for (const prediction of list) tellResult(prediction, { t, formats }, input.onAgain);
    choices.play(list.some((one) => tellingOf(one) === 'won') ? 'win' : 'close');
  });
  const live = useLiveStatus();
  const connected = useSettledStatus(live === 'live' && state.status === 'ready' ? 'here' : 'away');
  const { reread, isAsked, ...eligibility } = useEligibility({ own, connected, now: input.now });
  const refusal = useRefusal(reread);
  const ready = state.status === 'ready' && isAsked;
  const pair = usePairWithinHouse(input.pair, own.predictionMax);
  const ticket = useTicket({ now: input.now, pair, realm, cash: own.balance?.cash ?? null, connected });
  const placing = usePlacing({
    onAccepted: (prediction) => {
      own.add([prediction]);
      choices.play('place');
    },
    onRefused: (error, placed: Placing) => {
      // The house may have set a lower one than the ticket knows.
      if (error.code === 'StakeLimit') own.reload();
      const line = noticeOf(error);
      const payout = ticket.tookPayout(error, placed.durationSec);
      if (payout !== null) setNotice(t('problem.payout_changed', { percent: formats.percent(payout) }));
      else if (error.code === 'NoBalance') setFundsOpen(true);
      else if (line !== null) setNotice(line);
      else refusal.refuse(error);
    },
    onUnknown: () => {
      setNotice(t('problem.unknown'));
      return own.untilRead();
    },
  });
  const tap = (direction: Direction) => {
    if (!ready || eligibility.restriction !== null || placing.phases.get()[direction] !== null) return;
    const verdict = ticket.tap(direction);
    if (verdict.kind === 'problem' && verdict.problem === 'noBalance') setFundsOpen(true);
    if (verdict.kind !== 'place') return;
    const { kind: _place, ...terms } = verdict;
    placing.place({ ...terms, direction, pair: input.pair.id, at: serverClock.now(), known: own.all });
    afterPaint(() => setNotice(null));
  };
  const stake = useMemo(() => parseAmount(ticket.ticket.amount) ?? usdt(0n), [ticket.ticket.amount]);
  return {
    realm,
    connected,
    /** Is there a session that can place, and is it known what may hold its person back? */
    ready,
    ...eligibility,
    choices,
    own,
    ticket,
    placing: useShownOnce(placing, own.all),
    tap,
    notice,
    ...refusal,
    funds: {
      open: fundsOpen,
      onOpenChange: setFundsOpen,
      onOpen: () => setFundsOpen(true),
      stake,
      cash: own.balance?.cash ?? '0.00',
    },
    cash: own.balance === null ? null : fromDecimal(own.balance.cash, 6),
    ...useRefill(own.readCash),
  };
}

/** Taps on their way, without those whose prediction is shown already. */
function useShownOnce({ phases, pending }: PlacingState, all: Predictions): Pick<PlacingState, 'phases' | 'pending'> {
  return { phases, pending: useMemo(() => notShown(pending, all), [pending, all]) };
}

function usePairWithinHouse(pair: PairWire, predictionMax: string | null): PairWire {
  return useMemo(() => withinHouse(pair, predictionMax), [pair, predictionMax]);
}
