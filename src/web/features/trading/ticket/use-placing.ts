import { startTransition, useCallback, useEffect, useRef, useState } from 'react';
import { toDecimal, type Usdt } from '#domain/money.ts';
import type { Direction } from '#domain/trading/prediction.ts';
import type { PredictionWire } from '#protocol/trading.ts';
import { ApiError } from '#web/api/api-error.ts';
import { leavesOpen } from '#web/api/ask-again.ts';
import type { Client } from '#web/api/client.ts';
import { newIdempotencyKey } from '#web/api/idempotency-key.ts';
import { useSession } from '#web/api/session.tsx';
import { afterPaint } from '#web/live/after-paint.ts';
import { Store } from '#web/live/store.ts';
import type { Predictions } from '../positions/predictions.ts';
import { carry, type Attempt, type Placing, type PlacingPhase } from './placing.ts';

export interface PlaceOrder {
  readonly direction: Direction;
  readonly pair: string;
  readonly stake: Usdt;
  readonly durationSec: number;
  readonly payoutBps: number;
  readonly at: number;
  /** Own predictions at the tap. */
  readonly known: Predictions;
}

export interface PlacingReports {
  onAccepted(prediction: PredictionWire): void;
  onRefused(refusal: ApiError, placing: Placing): void;
  /** Nobody answered: what the server has must be read anew. Resolves when it is; until then the tap is shown. */
  onUnknown(): Promise<void>;
}

export type Phases = Store<Readonly<Record<Direction, PlacingPhase | null>>>;

export interface PlacingState {
  /** Sent and not answered, nor shown by what the server has; oldest first. */
  readonly pending: readonly Placing[];
  /** Outside of React's state, so that a tap draws its button first and the rest of the screen after it. */
  readonly phases: Phases;
  place(order: PlaceOrder): void;
}

const ANSWER_WITHIN_MS = 8_000;
const IDLE = { UP: null, DOWN: null } as const;

async function sendOnce(client: Client, placing: Placing, attempt: number): Promise<Attempt<ApiError>> {
  const body = {
    pair: placing.pair,
    direction: placing.direction,
    stake: placing.stakeText,
    durationSec: placing.durationSec,
    payout: placing.payoutBps / 10_000,
  };
  try {
    const options = { idempotencyKey: placing.key, timeoutMs: ANSWER_WITHIN_MS };
    return { kind: 'accepted', prediction: await client.call('trade.place', { body }, options) };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return leavesOpen(error, attempt) ? { kind: 'silence' } : { kind: 'refused', refusal: error };
  }
}

/** Sends taps; each keeps one key through all its checks. */
export function usePlacing(reports: PlacingReports): PlacingState {
  const { client } = useSession();
  const latest = useRef(reports);
  useEffect(() => {
    latest.current = reports;
  });
  const [pending, setPending] = useState<readonly Placing[]>([]);
  const [phases] = useState<Phases>(() => new Store(() => IDLE));

  const place = useCallback(
    (order: PlaceOrder) => {
      const setPhase = (phase: PlacingPhase | null) => phases.set({ ...phases.get(), [order.direction]: phase });
      const sentAt = performance.now();
      // The finger is answered first: the button alone is drawn, and what sends the order and draws the desk comes after it.
      setPhase('placing');
      afterPaint(() => {
        const { stake, ...rest } = order;
        const placing: Placing = { ...rest, key: newIdempotencyKey(), stakeText: toDecimal(stake, 2) };
        const answered = carry<ApiError>(placing, {
          send: (one, attempt) => sendOnce(client, one, attempt),
          waitUntil: (ms) =>
            new Promise((resolve) => setTimeout(resolve, Math.max(0, sentAt + ms - performance.now()))),
          onPhase: setPhase,
        });
        startTransition(() => setPending((list) => [...list, placing]));
        void answered.then(async (end) => {
          setPhase(null);
          if (end.kind === 'unknown') await latest.current.onUnknown();
          // It goes in the same drawing in which what it became is shown.
          startTransition(() => setPending((list) => list.filter((one) => one !== placing)));
          if (end.kind === 'accepted') latest.current.onAccepted(end.prediction);
          else if (end.kind === 'refused') latest.current.onRefused(end.refusal, placing);
        });
      });
    },
    [client, phases],
  );
  return { pending, phases, place };
}
