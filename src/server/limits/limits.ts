import { ok, refused } from '#domain/outcome.ts';
import type { Pool, PoolClient } from 'pg';
import type { Logger } from 'pino';
import { changeLimit, limitAt, NO_LIMIT } from '#domain/limits/limit.ts';
import type { LimitEvent, LimitName } from '#domain/limits/limit.ts';
import {
  changePause,
  EXCLUSION_SPANS,
  pausedUntil,
  pauseRefusal,
  pauseState,
  TIME_OUT_SPANS,
} from '#domain/limits/pause.ts';
import type { PauseEvent } from '#domain/limits/pause.ts';
import { currentSession } from '#domain/limits/play-time.ts';
import { spanOf, type SpanName } from '#domain/settings/settings.ts';
import { waitMs } from '#domain/waits.ts';
import type { Refusal } from '#domain/refusals.ts';
import { readDecimal, toIso } from '#protocol/codecs.ts';
import type { ExclusionBody, LimitsBody } from '#protocol/limits.ts';
import type { Audit } from '#server/audit/index.ts';
import type { Bus } from '#server/bus/index.ts';
import type { Clock } from '#server/clock.ts';
import type { Config } from '#server/config/config.ts';
import { transaction } from '#server/db/index.ts';
import { record } from '#server/facts/index.ts';
import { insertRaise } from './signs/store-signs.ts';
import type { Mail } from '#server/mail/index.ts';
import type { LiveSettings } from '#server/settings/index.ts';
import type { Asker, ContactOf, DepositedWithin, Limits, LimitsReply, ResultsOf } from './contract.ts';
import { keepFlags } from './flags.ts';
import { trackSessionTime } from './session-time.ts';
import { eligibilityOf } from './trading-eligibility.ts';
import {
  deletePlaySessions,
  lockControls,
  readControls,
  recordExclusion,
  saveLimit,
  savePause,
  saveReality,
  saveRealitySeen,
  savePlaySession,
} from './store.ts';
import type { Controls } from './store.ts';
import { toFiguresWire, toLimitsWire } from './wire.ts';
import { DAY_MS } from '#domain/time.ts';

const MINUTE_MS = 60_000;
/** Smallest limit, 1.00: what the smallest stake is. */
const LEAST = 1_000_000n;
const DIGITS = 2;
/** Play sessions count for 24 h and are shown for no longer. */
const PLAY_SESSIONS_KEPT_MS = 3 * DAY_MS;

export interface LimitsParts {
  readonly config: Pick<Config, 'waits' | 'origins'>;
  readonly db: Pool;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly log: Logger;
  readonly mail: Pick<Mail, 'send' | 'pause'>;
  readonly audit: Pick<Audit, 'write'>;
  readonly contactOf: ContactOf;
  readonly resultsOf: ResultsOf;
  readonly depositedWithin: DepositedWithin;
  readonly settings: Pick<LiveSettings, 'values'>;
}

/** A wait of people that an operator may set, ms. */
function waitOf({ config, settings }: LimitsParts, name: SpanName): number {
  return waitMs(spanOf(name, settings.values), config.waits);
}

/** A change that the domain refused: what was done of it is rolled back. */
class Refused extends Error {
  readonly refusal: Refusal;
  constructor(refusal: Refusal) {
    super(refusal.code);
    this.refusal = refusal;
  }
}

interface Change {
  readonly tx: PoolClient;
  readonly asker: Asker;
  readonly controls: Controls;
  readonly now: number;
}

export function createLimits(parts: LimitsParts): Limits {
  const { db, bus, clock } = parts;
  const watch = trackSessionTime(parts, (userId) => play(parts, userId));
  const flags = keepFlags(parts);

  const gapMs = () => spanOf('play.gap_minutes', parts.settings.values);

  const wireOf = async (userId: string) => {
    const now = clock.now();
    const { controls } = await readControls(db, userId, now);
    const since = currentSession(controls.playSessions, { now, gapMs: gapMs() })?.from ?? null;
    const results = await parts.resultsOf(db, userId, { since, now });
    return { controls, now, gapMs: gapMs(), results, deposited: await parts.depositedWithin(db, userId, now) };
  };
  const read = async (userId: string) => {
    const { controls, ...at } = await wireOf(userId);
    return toLimitsWire(controls, at, { waits: parts.config.waits, values: parts.settings.values });
  };

  /** One change of a person at a time; it holds, and the others know, before the answer. */
  const changing = async (asker: Asker, work: (change: Change) => Promise<void>): Promise<LimitsReply> => {
    const { userId } = asker.actor;
    try {
      await transaction(db, async (tx) => {
        await lockControls(tx, userId);
        const now = clock.now();
        const { controls } = await readControls(tx, userId, now);
        await work({ tx, asker, controls, now });
        await record(tx, [{ kind: 'eligibility.changed', userId }]);
      });
    } catch (error) {
      if (error instanceof Refused) return refused(error.refusal);
      throw error;
    }
    bus.publish('identity.eligibility-changed', { userId });
    return ok(await read(userId));
  };

  // The engine asks for whoever is not there to be asked: their scheduled entry is being opened.
  bus.answer('limits.eligibility', ({ userId }) => eligibilityOf(db, userId, parts));

  return {
    read: (actor) => read(actor.userId),
    change: (asker, body) => changing(asker, (change) => applyLimits(parts, change, body)),
    confirm: (asker, { name, yes }) =>
      changing(asker, (change) => moveLimit(parts, change, { name, event: { kind: yes ? 'confirm' : 'drop' } })),
    pause: (asker, body) => changing(asker, (change) => applyPause(parts, change, body)),
    figures: async (actor) => {
      const { controls, ...at } = await wireOf(actor.userId);
      return toFiguresWire(controls, at);
    },
    playing: async (actor, { answered }) => {
      await play(parts, actor.userId, answered);
      const { controls, ...at } = await wireOf(actor.userId);
      return toFiguresWire(controls, at);
    },
    forgetOld: () => deletePlaySessions(db, clock.now() - PLAY_SESSIONS_KEPT_MS),
    stop: () => {
      watch.stop();
      flags.stop();
    },
  };
}

/** A sign of play: prolongs the play session that goes on, or begins one. */
async function play({ db, clock, settings }: LimitsParts, userId: string, answered?: boolean): Promise<void> {
  await transaction(db, async (tx) => {
    await lockControls(tx, userId);
    const now = clock.now();
    const { controls } = await readControls(tx, userId, now);
    const from =
      currentSession(controls.playSessions, { now, gapMs: spanOf('play.gap_minutes', settings.values) })?.from ?? now;
    await savePlaySession(tx, userId, { from, seen: now });
    if (answered === true) await saveRealitySeen(tx, userId, now);
  });
}

async function applyLimits(parts: LimitsParts, change: Change, body: LimitsBody): Promise<void> {
  const asked = body.limits ?? [];
  if (new Set(asked.map(({ name }) => name)).size < asked.length) {
    throw new Refused({ code: 'InvalidRequest', fields: { limits: 'malformed' } });
  }
  for (const one of asked)
    await moveLimit(parts, change, { name: one.name, event: { kind: 'set', value: valueOf(one) } });
  if (body.realityCheckMinutes !== undefined) {
    await saveReality(change.tx, change.asker.actor.userId, body.realityCheckMinutes);
    const [before, after] = [change.controls.realityMinutes, body.realityCheckMinutes];
    const minutes = { before: { minutes: before }, after: { minutes: after } };
    await recordAct(parts, change, { action: 'reality_check.set', ...minutes });
  }
}

function valueOf(asked: NonNullable<LimitsBody['limits']>[number]): bigint | null {
  if ('minutes' in asked) return asked.minutes === null ? null : BigInt(asked.minutes * MINUTE_MS);
  if (asked.amount === null) return null;
  const value = readDecimal(asked.amount, DIGITS);
  if (typeof value === 'string') throw new Refused({ code: 'InvalidRequest', fields: { amount: value } });
  if (value < LEAST) throw new Refused({ code: 'InvalidRequest', fields: { amount: 'too_small' } });
  return value;
}

async function moveLimit(
  parts: LimitsParts,
  { tx, asker, controls, now }: Change,
  { name, event }: { readonly name: LimitName; readonly event: LimitEvent },
): Promise<void> {
  const before = limitAt(controls.limits.get(name) ?? NO_LIMIT, now);
  const paused = pauseState(controls.pause, now) !== 'FREE';
  const wait = {
    waitMs: waitOf(parts, 'limits.raise_wait_hours'),
    answerMs: waitOf(parts, 'limits.raise_answer_hours'),
  };
  const change = changeLimit(before, event, { now, paused, ...wait });
  if (!change.ok) throw new Refused(refusalOf(change.why, { controls, name, now }));
  const { userId } = asker.actor;
  await saveLimit(tx, { userId, name, limit: change.limit });
  if (event.kind === 'confirm') await tellRaised(parts, tx, { userId, name, now });
  await recordAct(
    parts,
    { tx, asker },
    {
      action: `limit.${event.kind === 'set' ? 'set' : event.kind === 'confirm' ? 'raised' : 'kept'}`,
      before: { name, value: before.value?.toString() ?? null },
      after: { name, value: change.limit.value?.toString() ?? null, raise: change.limit.raise?.from ?? null },
    },
  );
}

function refusalOf(
  why: 'early' | 'paused' | 'absent',
  { controls, name, now }: { readonly controls: Controls; readonly name: LimitName; readonly now: number },
): Refusal {
  if (why === 'absent') return { code: 'NotFound' };
  if (why === 'early') return { code: 'InvalidRequest', fields: { [name]: 'too_small' } };
  return pauseRefusal(controls.pause, now) ?? { code: 'NotFound' };
}

async function applyPause(parts: LimitsParts, change: Change, body: ExclusionBody): Promise<void> {
  const { tx, asker, controls, now } = change;
  const { userId } = asker.actor;
  const result = changePause(controls.pause, pauseEvent(parts, body, now), now);
  if (!result.ok) throw new Refused(result.refusal);
  await savePause(tx, userId, result.pause);
  if (body.kind === 'self_exclusion')
    await exclude(parts, tx, { userId, now, until: result.pause.exclusion?.until ?? null });
  await recordAct(
    parts,
    { tx, asker },
    {
      action:
        body.kind === 'time_out'
          ? 'time_out.started'
          : body.kind === 'return'
            ? 'exclusion.return_asked'
            : 'exclusion.started',
      before: { state: pauseState(controls.pause, now) },
      after: { state: pauseState(result.pause, now), until: finite(pausedUntil(result.pause, now)) },
    },
  );
}

function finite(until: number | null): number | null {
  return until === Infinity ? null : until;
}

function pauseEvent(parts: LimitsParts, body: ExclusionBody, now: number): PauseEvent {
  const until = (span: number) => now + waitMs(span, parts.config.waits);
  if (body.kind === 'return') return { kind: 'return', at: now + waitOf(parts, 'limits.return_wait_hours') };
  if (body.kind === 'time_out') return { kind: 'time_out', until: until(TIME_OUT_SPANS[body.span]) };
  const span = EXCLUSION_SPANS[body.span];
  return { kind: 'exclude', until: span === null ? null : until(span) };
}

/** Ends mails that are not of the account, remembers the address, which outlives the account, and tells the person. */
async function exclude(
  parts: LimitsParts,
  tx: PoolClient,
  { userId, now, until }: { readonly userId: string; readonly now: number; readonly until: number | null },
): Promise<void> {
  const { contactOf, mail } = parts;
  await mail.pause(tx, { userId, now });
  await record(tx, [{ kind: 'limit.changed', userId, what: 'exclusion_started' }]);
  const contact = await contactOf(tx, userId);
  if (contact === null) return;
  const freeAt = until === null ? null : until + waitOf(parts, 'limits.return_wait_hours');
  for (const blind of contact.blinds) await recordExclusion(tx, { blind, since: now, freeAt });
  const values = { until: until === null ? '' : toIso(until) };
  await mail.send(tx, { userId, to: contact.email, kind: 'exclusion_started', language: contact.language, values });
}

async function tellRaised(
  { contactOf, mail, config }: LimitsParts,
  tx: PoolClient,
  { userId, name, now }: { readonly userId: string; readonly name: LimitName; readonly now: number },
): Promise<void> {
  await insertRaise(tx, { userId, name, now });
  await record(tx, [{ kind: 'limit.changed', userId, what: 'limit_raised' }]);
  const contact = await contactOf(tx, userId);
  if (contact === null) return;
  const { email: to, language } = contact;
  const link = `${config.origins.dashboard}/${language}/settings/limits`;
  await mail.send(tx, { userId, to, kind: 'limit_raised', language, values: { at: toIso(now), link } });
}

async function recordAct(
  { audit }: LimitsParts,
  { tx, asker }: { readonly tx: PoolClient; readonly asker: Asker },
  entry: Pick<Parameters<Audit['write']>[1], 'action' | 'before' | 'after'>,
): Promise<void> {
  const { actor, address } = asker;
  await audit.write(tx, {
    actorId: actor.userId,
    role: actor.role,
    objectType: 'user',
    objectId: actor.userId,
    address,
    ...entry,
  });
}
