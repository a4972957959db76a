import { scheduledEnded, scheduledPlaced } from '#domain/ledger/scheduled-entries.ts';
import type { ScheduledMoney } from '#domain/ledger/scheduled-entries.ts';
import type { Journal } from '#domain/ledger/journal.ts';
import { add, subtract, usdt } from '#domain/money.ts';
import type { Usdt } from '#domain/money.ts';
import { cashKey, decide } from '#domain/trading/decide.ts';
import type { DecisionContext } from '#domain/trading/decide.ts';
import { feedGate } from '#domain/trading/gates.ts';
import type { OpenPrediction } from '#domain/trading/open-prediction.ts';
import { ended, expiryOf } from '#domain/trading/scheduled/entry.ts';
import type { ScheduledEnd, ScheduledEntry } from '#domain/trading/scheduled/entry.ts';
import { predictionOf, schedule } from '#domain/trading/scheduled/schedule.ts';
import type { TradingState } from '#domain/trading/state.ts';
import type { AccountBook } from '../accounts.ts';
import type { CommandReply } from '../contract.ts';
import type { CommandOf, Request } from '../command-queue.ts';
import { drawSalt } from '../predictions/salt.ts';
import type { ScheduledMemory } from './memory.ts';
import type { ScheduledTask } from './tasks.ts';
import { toScheduledWire } from './wire.ts';

type Asked = Request<CommandOf<'schedule' | 'unschedule'>>;

/** What a batch decided of scheduled entries. */
export interface ScheduledDecision {
  readonly replies: readonly { readonly request: Asked; readonly reply: CommandReply }[];
  /** Each entry that began to wait or ended, as it is after the batch. */
  readonly entries: readonly ScheduledEntry[];
  /** What triggered entries became. */
  readonly placed: readonly OpenPrediction[];
  readonly journals: readonly Journal[];
}

export interface ScheduledAt {
  readonly scheduled: ScheduledMemory;
  readonly state: TradingState;
  readonly moment: DecisionContext;
  readonly accounts: Pick<AccountBook, 'of'>;
  /** Ids of entries and of what they become. */
  readonly drawId: () => string;
  readonly onFault: (error: unknown) => void;
}

/** Decides requests, then what prices and the clock ask. `moment.cash` has everyone whom it can touch. */
export function decideScheduled(
  requests: readonly Asked[],
  tasks: readonly ScheduledTask[],
  at: ScheduledAt,
): ScheduledDecision {
  const decision = new Decision(at);
  const replies = requests.map((request) => ({ request, reply: decision.answer(request) }));
  for (const task of tasks) decision.carryOut(task);
  return { replies, entries: [...decision.entries.values()], placed: decision.placed, journals: decision.journals };
}

class Decision {
  readonly #at: ScheduledAt;
  readonly entries = new Map<string, ScheduledEntry>();
  readonly placed: OpenPrediction[] = [];
  readonly journals: Journal[] = [];

  constructor(at: ScheduledAt) {
    this.#at = at;
  }

  answer({ command }: Asked): CommandReply {
    try {
      return command.kind === 'schedule' ? this.#place(command.input) : this.#cancel(command.input);
    } catch (error) {
      this.#at.onFault(error);
      return { ok: false, refusal: { code: 'UnexpectedError' } };
    }
  }

  carryOut({ entry: { id }, because }: ScheduledTask): void {
    const { scheduled, moment } = this.#at;
    // A person may have cancelled it in this batch.
    const entry = scheduled.waiting.get(id);
    if (entry === null) return;
    if (because.kind === 'over') {
      this.#end(entry, { event: 'expire', reason: because.reason });
      return;
    }
    // The process may have been away, or the person's eligibility on its way, past the end of the wait.
    if (entry.expiresAt <= moment.now) {
      this.#end(entry, { event: 'expire', reason: expiryOf(entry) });
      return;
    }
    const view = moment.market(entry.pairId);
    if (view === null || view.stream !== entry.stream || feedGate(view, moment.now) !== null) {
      scheduled.rearm(entry);
      return;
    }
    // The stake is the person's again, so that the gates see them like everyone else; nothing is stored in between.
    const { mark, eligibility } = because;
    this.#unlock(entry);
    const command = predictionOf(entry, { id: this.#at.drawId(), salt: drawSalt(), eligibility });
    const [effect] = decide(this.#at.state, [command], moment);
    if (effect?.kind === 'admitted') {
      this.placed.push(effect.open);
      this.#close(entry, { event: 'trigger', predictionId: command.id, mark });
      return;
    }
    if (effect?.kind === 'failed') this.#at.onFault(effect.error);
    const reason = effect?.kind === 'refused' ? effect.refusal.code : 'UnexpectedError';
    this.#close(entry, { event: 'refuse', reason, mark });
  }

  #place(input: CommandOf<'schedule'>['input']): CommandReply {
    const { scheduled, moment, state } = this.#at;
    const { actor, pair, direction, stake, durationSec, payoutBps, minPayoutBps, when } = input;
    const command = {
      id: this.#at.drawId(),
      userId: actor.userId,
      realm: actor.realm,
      pairId: pair,
      direction,
      stake,
      durationSec,
      payoutBps,
      minPayoutBps,
      when,
      eligibility: actor.eligibility ?? null,
    };
    const entry = schedule(scheduled.waiting, command, {
      now: moment.now,
      losses: state.losses,
      limiter: state.limiter,
      mostWaiting: scheduled.mostWaiting,
      cash: moment.cash,
      market: (pairId) => moment.market(pairId),
      session: (pairId) => scheduled.sessionOf(pairId),
    });
    if ('code' in entry) return { ok: false, refusal: entry };
    this.journals.push(scheduledPlaced(this.#moneyOf(entry)));
    this.#move(entry, (cash) => subtract(cash, entry.stake));
    scheduled.waiting.add(entry);
    this.entries.set(entry.id, entry);
    return this.#told(entry);
  }

  #cancel({ actor, which }: CommandOf<'unschedule'>['input']): CommandReply {
    const own = this.#at.scheduled.waiting.of(actor.userId, actor.realm);
    if ('all' in which) {
      const end = { event: 'cancel', reason: which.because ?? null } as const;
      const items = own.map((entry) => this.#wireOf(this.#end(entry, end)));
      return { ok: true, body: JSON.stringify({ items }), replayed: false };
    }
    const entry = own.find(({ id }) => id === which.entryId);
    if (entry === undefined) return { ok: false, refusal: { code: 'NotFound' } };
    return this.#told(this.#end(entry, { event: 'cancel', reason: null }));
  }

  #end(entry: ScheduledEntry, end: ScheduledEnd): ScheduledEntry {
    this.#unlock(entry);
    return this.#close(entry, end);
  }

  #unlock(entry: ScheduledEntry): void {
    this.journals.push(scheduledEnded(this.#moneyOf(entry)));
    this.#move(entry, (cash) => add(cash, entry.stake));
  }

  #close(entry: ScheduledEntry, end: ScheduledEnd): ScheduledEntry {
    const { scheduled, moment } = this.#at;
    const after = ended(entry, end, moment.now);
    scheduled.waiting.remove(entry.id);
    this.entries.set(entry.id, after);
    return after;
  }

  #move({ userId, realm }: ScheduledEntry, by: (cash: Usdt) => Usdt): void {
    const { cash } = this.#at.moment;
    const key = cashKey(userId, realm);
    cash.set(key, by(cash.get(key) ?? usdt(0n)));
  }

  #moneyOf({ id: entryId, userId, realm, stake }: ScheduledEntry): ScheduledMoney {
    const person = this.#at.accounts.of(userId, realm);
    if (person === null) throw new Error(`no accounts of ${userId}`);
    return { realm, entryId, stake, cash: person.cash, locked: person.locked };
  }

  #told(entry: ScheduledEntry): CommandReply {
    return { ok: true, body: JSON.stringify(this.#wireOf(entry)), replayed: false };
  }

  #wireOf(entry: ScheduledEntry) {
    return toScheduledWire(entry, this.#at.scheduled.pairOf(entry.pairId));
  }
}
