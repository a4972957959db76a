import type { Direction } from '#domain/trading/prediction.ts';
import type { PredictionWire } from '#protocol/trading.ts';
import type { Predictions } from '../positions/predictions.ts';

/** Without an answer for this long the button says "Not confirmed yet, checking". */
export const UNCONFIRMED_AFTER_MS = 3_000;
/** When the same request, under the same key, is sent again; after the last one nothing more is sent. */
export const CHECK_AT_MS: readonly number[] = [3_000, 5_000, 9_000];
/** Then the screen stops asking and shows what the server has. */
export const GIVE_UP_MS = 15_000;

/** The server's clock is known to about so much: what was admitted earlier came of another tap. */
const CLOCK_SLACK_MS = 5_000;

/** One tap that went out. All its requests carry one key, so that it can never become two predictions. */
export interface Placing {
  readonly key: string;
  readonly direction: Direction;
  readonly pair: string;
  readonly stakeText: string;
  readonly durationSec: number;
  readonly payoutBps: number;
  /** Server ms of the tap. */
  readonly at: number;
  /** What was known at the tap: none of it came of it. */
  readonly known: Predictions;
}

export type PlacingPhase = 'placing' | 'unconfirmed';

/** What an attempt to send came to: an answer, or nothing that can be believed. */
export type Attempt<R> =
  | { readonly kind: 'accepted'; readonly prediction: PredictionWire }
  | { readonly kind: 'refused'; readonly refusal: R }
  | { readonly kind: 'silence' };

export type PlacingEnd<R> =
  | { readonly kind: 'accepted'; readonly prediction: PredictionWire }
  | { readonly kind: 'refused'; readonly refusal: R }
  | { readonly kind: 'unknown' };

export interface PlacingWorld<R> {
  /** Sends the request once (1 is the tap itself, 2 and on are checks); silence after a timeout or a broken connection. */
  send(placing: Placing, attempt: number): Promise<Attempt<R>>;
  /** Waits until so many ms after the tap. */
  waitUntil(msAfterTap: number): Promise<void>;
  onPhase(phase: PlacingPhase): void;
}

/**
 * Carries one tap to its end. Attempts overlap: a late answer of the first request counts as well as one of the checks,
 * and the first answer wins.
 */
export async function carry<R>(placing: Placing, world: PlacingWorld<R>): Promise<PlacingEnd<R>> {
  return new Promise((resolve) => {
    let ended = false;
    const end = (result: PlacingEnd<R>) => {
      if (ended) return;
      ended = true;
      resolve(result);
    };
    let attempts = 0;
    const attempt = async () => {
      attempts += 1;
      const answer = await world.send(placing, attempts);
      if (answer.kind !== 'silence') end(answer);
    };
    const checks = async () => {
      for (const ms of CHECK_AT_MS) {
        await world.waitUntil(ms);
        if (ended) return;
        if (ms >= UNCONFIRMED_AFTER_MS) world.onPhase('unconfirmed');
        void attempt();
      }
      await world.waitUntil(GIVE_UP_MS);
      end({ kind: 'unknown' });
    };
    world.onPhase('placing');
    void attempt();
    void checks();
  });
}

/**
 * Taps that nothing shows yet. Where the answer is lost the socket or a list may tell of the prediction first: from then on it stands
 * for the tap whose terms it has, each for one.
 */
export function notShown(pending: readonly Placing[], all: Predictions): readonly Placing[] {
  if (pending.length === 0) return pending;
  const taken = new Set<string>();
  return pending.filter((one) => {
    const made = [...all.values()].find((prediction) => !taken.has(prediction.id) && cameOf(one, prediction));
    if (made !== undefined) taken.add(made.id);
    return made === undefined;
  });
}

function cameOf(one: Placing, prediction: PredictionWire): boolean {
  return (
    !one.known.has(prediction.id) &&
    prediction.pair === one.pair &&
    prediction.direction === one.direction &&
    prediction.durationSec === one.durationSec &&
    Number(prediction.stakeStr) === Number(one.stakeText) &&
    Date.parse(prediction.admittedAt) >= one.at - CLOCK_SLACK_MS
  );
}
