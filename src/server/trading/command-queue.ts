import type { Actor } from '#domain/identity/actor.ts';
import { crashAt } from '#server/crash-points.ts';
import type {
  CancelOrders,
  CancelScheduled,
  CommandReply,
  LeaveMarket,
  MoveSets,
  PlaceOrder,
  PlacePrediction,
  ScheduleEntry,
} from './contract.ts';
import { answerKey } from './batch/store-opening.ts';
import type { AnswerKey } from '#server/idempotency/index.ts';

/** What people can ask of the engine, by kind. */
interface CommandInputs {
  readonly predict: PlacePrediction;
  readonly order: PlaceOrder;
  readonly cancel: CancelOrders;
  readonly leave: LeaveMarket;
  readonly sets: MoveSets;
  readonly schedule: ScheduleEntry;
  readonly unschedule: CancelScheduled;
}

export type CommandKind = keyof CommandInputs;
export type Command = {
  [Kind in CommandKind]: { readonly kind: Kind; readonly input: CommandInputs[Kind] };
}[CommandKind];
export type CommandOf<K extends CommandKind> = Extract<Command, { readonly kind: K }>;

/** The routes that scope Idempotency-Keys. */
const ROUTES: Readonly<Record<CommandKind, string>> = {
  predict: 'trade.predictions.place',
  order: 'exchange.orders.place',
  cancel: 'exchange.orders.cancel',
  leave: 'exchange.markets.leave',
  sets: 'exchange.markets.sets',
  schedule: 'trade.scheduled.place',
  unschedule: 'trade.scheduled.cancel',
};

/** Requests that wait at most; beyond this the house is too busy to take more. */
const MOST_WAITING = 20_000;

/** A repeat waits this long for the request that it repeats, ms (docs/rules/reliability.md#repeated-requests). */
const REPEAT_PATIENCE_MS = 5_000;
const RUNNING = {
  ok: false,
  refusal: { code: 'IdempotencyConflict', reason: 'running' },
} as const satisfies CommandReply;

/** A request on its way through batches. */
export interface Request<C extends Command = Command> {
  readonly command: C;
  readonly key: AnswerKey | null;
  tries: number;
  /** It was judged by what is remembered and not answered: the next batch asks the tables. */
  careful: boolean;
  /** Its token was taken then. */
  counted: boolean;
  readonly waiters: ((reply: CommandReply) => void)[];
}

/** What asks for something new, which needs room on the disk until it has ended. */
const NEW: ReadonlySet<CommandKind> = new Set<CommandKind>(['predict', 'order', 'schedule']);
const PAUSED = { ok: false, refusal: { code: 'PlacingPaused' } } as const satisfies CommandReply;

/** What the engine answers while it takes nothing: try again. */
export const BUSY = { ok: false, refusal: { code: 'PriceFeedError' } } as const satisfies CommandReply;

/** What it answers while nothing can be stored: try again. */
export const OUTAGE = {
  ok: false,
  refusal: { code: 'UnexpectedError', passing: true },
} as const satisfies CommandReply;
const BROKEN = { ok: false, refusal: { code: 'UnexpectedError' } } as const satisfies CommandReply;

/** Requests in the order in which they came. One that repeats a waiting one's Idempotency-Key waits for its answer. */
export class CommandQueue {
  #queue: Request[] = [];
  readonly #byKey = new Map<string, Request>();
  readonly #hasRoom: () => boolean;
  readonly #hangs: () => boolean;
  #open = false;

  /** `hasRoom`: may something new be taken? What is open can be cancelled all the same. `hangs`: does the batch under way not end? */
  constructor({ hasRoom, hangs }: { readonly hasRoom?: () => boolean; readonly hangs?: () => boolean } = {}) {
    this.#hasRoom = hasRoom ?? (() => true);
    this.#hangs = hangs ?? (() => false);
  }

  get waiting(): number {
    return this.#queue.length;
  }

  /** Before it is opened, and after it is closed, every request is told to try again. */
  setOpen(open: { readonly open: boolean }): void {
    this.#open = open.open;
  }

  /** What everybody is told who asks for something now; null: it is taken in. */
  get refusal(): typeof BUSY | typeof OUTAGE | null {
    if (!this.#open || this.#queue.length >= MOST_WAITING) return BUSY;
    return this.#hangs() ? OUTAGE : null;
  }

  /** Takes a request in; resolves with its answer, after the commit of its batch. */
  enter(command: Command): Promise<CommandReply> {
    const { refusal } = this;
    if (refusal !== null) return Promise.resolve(refusal);
    if (NEW.has(command.kind) && !this.#hasRoom()) return Promise.resolve(PAUSED);
    return new Promise((resolve) => {
      const key = keyOf(command);
      const name = key === null ? null : answerKey(key);
      const same = name === null ? undefined : this.#byKey.get(name);
      if (same !== undefined) {
        this.#join(same, command, resolve);
        return;
      }
      const request: Request = { command, key, tries: 0, careful: false, counted: false, waiters: [resolve] };
      if (name !== null) this.#byKey.set(name, request);
      this.#queue.push(request);
    });
  }

  take(most: number): Request[] {
    const taken = this.#queue.slice(0, most);
    this.#queue = this.#queue.slice(taken.length);
    return taken;
  }

  /** Puts requests of a failed batch back in front; those that have failed too often are given up: because of an outage, or of a fault of ours. */
  putBack(requests: readonly Request[], because: { readonly outage: boolean; readonly mostTries: number }): void {
    const again: Request[] = [];
    for (const request of requests) {
      request.tries += 1;
      if (request.tries < because.mostTries) again.push(request);
      else this.answer(request, because.outage ? OUTAGE : BROKEN);
    }
    this.#queue = [...again, ...this.#queue];
  }

  /** Puts requests back in front that the next batch is to judge by what the tables say. */
  again(requests: readonly Request[]): void {
    if (requests.length === 0) return;
    for (const request of requests) request.careful = true;
    this.#queue = [...requests, ...this.#queue];
  }

  /** Answers a request and whoever repeated it meanwhile: those are told that it is a repeat. */
  answer(request: Request, reply: CommandReply): void {
    if (request.key !== null) this.#byKey.delete(answerKey(request.key));
    const [first, ...others] = request.waiters;
    first?.(reply);
    for (const resolve of others) resolve(reply.ok ? { ...reply, replayed: true } : reply);
    crashAt('request.answered');
  }

  /** Tells everyone who waits to try again. */
  refuseAll(reply: typeof BUSY | typeof OUTAGE = BUSY): void {
    for (const request of this.take(Infinity)) this.answer(request, reply);
  }

  #join(same: Request, command: Command, resolve: (reply: CommandReply) => void): void {
    if (bodyHashOf(same.command) === bodyHashOf(command)) same.waiters.push(orRunning(resolve));
    else resolve({ ok: false, refusal: { code: 'IdempotencyConflict', reason: 'content' } });
  }
}

/** Tells a repeat that waits for too long that the first is still on its way; the next repeat is told what became of it. */
function orRunning(resolve: (reply: CommandReply) => void): (reply: CommandReply) => void {
  const timer = setTimeout(() => resolve(RUNNING), REPEAT_PATIENCE_MS);
  return (reply) => {
    clearTimeout(timer);
    resolve(reply);
  };
}

export function actorOf(command: Command): Actor {
  return command.input.actor;
}

/** Hash of the body under the Idempotency-Key; undefined: it came without one. */
export function bodyHashOf(command: Command): string | undefined {
  return command.input.idempotency?.bodyHash;
}

/** The requests of some kinds, in their order. */
export function ofKind<K extends CommandKind>(
  requests: readonly Request[],
  kinds: readonly K[],
): Request<CommandOf<K>>[] {
  const wanted: readonly CommandKind[] = kinds;
  const isWanted = (request: Request): request is Request<CommandOf<K>> => wanted.includes(request.command.kind);
  return requests.filter(isWanted);
}

function keyOf(command: Command): AnswerKey | null {
  const { actor, idempotency } = command.input;
  if (idempotency === null) return null;
  return { userId: actor.userId, route: ROUTES[command.kind], key: idempotency.key };
}
