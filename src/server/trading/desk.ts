import type { PlacePrediction, PlaceReply } from './contract.ts';
import { answerKey } from './store-opening.ts';
import type { AnswerKey } from './store-opening.ts';

/** The route that scopes Idempotency-Keys of predictions. */
const PLACE_ROUTE = 'trade.predictions.place';

/** Requests that wait at most; beyond this the house is too busy to take more. */
const MOST_WAITING = 20_000;

/** How often a request may be in a batch that fails before it is given up. */
const MOST_TRIES = 3;

/** A request on its way through batches. */
export interface Request {
  readonly place: PlacePrediction;
  readonly key: AnswerKey | null;
  tries: number;
  readonly waiters: ((reply: PlaceReply) => void)[];
}

const BUSY: PlaceReply = { ok: false, refusal: { code: 'PriceFeedError' } };

/** Requests in the order in which they came. One that repeats a waiting one's Idempotency-Key waits for its answer. */
export class Desk {
  #queue: Request[] = [];
  readonly #byKey = new Map<string, Request>();
  #open = false;

  get waiting(): number {
    return this.#queue.length;
  }

  /** Before it is opened, and after it is closed, every request is told to try again. */
  setOpen(open: { readonly open: boolean }): void {
    this.#open = open.open;
  }

  /** Takes a request in; resolves with its answer, after the commit of its batch. */
  enter(place: PlacePrediction): Promise<PlaceReply> {
    if (!this.#open || this.#queue.length >= MOST_WAITING) return Promise.resolve(BUSY);
    return new Promise((resolve) => {
      const key = keyOf(place);
      const same = key === null ? undefined : this.#byKey.get(answerKey(key));
      if (same !== undefined) {
        this.#join(same, place, resolve);
        return;
      }
      const request: Request = { place, key, tries: 0, waiters: [resolve] };
      if (key !== null) this.#byKey.set(answerKey(key), request);
      this.#queue.push(request);
    });
  }

  take(most: number): Request[] {
    const taken = this.#queue.slice(0, most);
    this.#queue = this.#queue.slice(taken.length);
    return taken;
  }

  /** Puts requests of a failed batch back in front; those that failed too often are given up. */
  putBack(requests: readonly Request[]): void {
    const again: Request[] = [];
    for (const request of requests) {
      request.tries += 1;
      if (request.tries < MOST_TRIES) again.push(request);
      else this.answer(request, { ok: false, refusal: { code: 'UnexpectedError' } });
    }
    this.#queue = [...again, ...this.#queue];
  }

  /** Answers a request and whoever repeated it meanwhile: those are told that it is a repeat. */
  answer(request: Request, reply: PlaceReply): void {
    if (request.key !== null) this.#byKey.delete(answerKey(request.key));
    const repeat: PlaceReply = reply.ok ? { ...reply, replayed: true } : reply;
    request.waiters.forEach((resolve, index) => resolve(index === 0 ? reply : repeat));
  }

  /** Tells everyone who waits to try again. */
  refuseAll(): void {
    for (const request of this.take(Infinity)) this.answer(request, BUSY);
  }

  #join(same: Request, place: PlacePrediction, resolve: (reply: PlaceReply) => void): void {
    if (same.place.idempotency?.bodyHash === place.idempotency?.bodyHash) same.waiters.push(resolve);
    else resolve({ ok: false, refusal: { code: 'IdempotencyConflict' } });
  }
}

function keyOf(place: PlacePrediction): AnswerKey | null {
  if (place.idempotency === null) return null;
  return { userId: place.actor.userId, route: PLACE_ROUTE, key: place.idempotency.key };
}
