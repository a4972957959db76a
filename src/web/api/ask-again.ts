import { ApiError, noAnswer } from './api-error.ts';

/**
 * Refusals that say nothing about what was sent before under the same Idempotency-Key: of a caller who asks too often, is not known any
 * more or has to prove something first, and of a house that is away just now. What it had taken by then stands.
 */
const SAY_NOTHING = new Set([
  'RateLimit',
  'UnavailableBet',
  'IdempotencyConflict',
  'NotSignedIn',
  'StepUpRequired',
  'ChallengeRequired',
  'PriceFeedError',
  'PlacingPaused',
  'UnexpectedError',
]);

/** Does an answer leave open whether the request was taken? `attempt` 1 is the request, 2 and on repeat it under its key. */
export function leavesOpen(error: ApiError, attempt: number): boolean {
  if (error.unknownOutcome) return true;
  return attempt === 1 ? error.code === 'UnexpectedError' : SAY_NOTHING.has(error.code);
}

/**
 * Sends a request until somebody answers, once more after each wait (ms); `send` uses one Idempotency-Key for all. Rejects with the
 * refusal, or with no answer (`unknownOutcome`) where none says what became of it.
 */
export async function askAgain<T>(
  send: () => Promise<T>,
  how: { readonly waits: readonly number[]; readonly onSilence?: () => void },
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await send();
    } catch (error) {
      if (!(error instanceof ApiError) || !leavesOpen(error, attempt)) throw error;
      const wait = how.waits[attempt - 1];
      if (wait === undefined) throw error.unknownOutcome ? error : noAnswer('Timeout');
      how.onSilence?.();
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }
}
