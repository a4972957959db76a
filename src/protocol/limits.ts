import { z } from 'zod';
import { EXCLUSION_SPANS, TIME_OUT_SPANS } from '#domain/limits/pause.ts';
import type { ExclusionSpan, TimeOutSpan } from '#domain/limits/pause.ts';
import { LIMIT_NAMES } from '#domain/limits/limit.ts';
import { isoTime, money, moneyText } from './codecs.ts';

const limitName = z.enum(LIMIT_NAMES);

/** A value of a limit: money, or minutes for `session`; both null: none. */
const limitValue = {
  amount: money.nullable(),
  amountStr: moneyText.nullable(),
  minutes: z.int().nullable(),
};

export const limitWire = z.strictObject({
  name: limitName,
  ...limitValue,
  /** What of it is used up in its window; null where nothing is counted. */
  used: money.nullable(),
  usedStr: moneyText.nullable(),
  usedMinutes: z.int().nullable(),
  /** A higher value, or none (`off`), that waits. Between the two times it can be confirmed; after that it is forgotten. */
  raise: z.strictObject({ ...limitValue, off: z.boolean(), confirmFrom: isoTime, confirmUntil: isoTime }).nullable(),
});

const realityMinutes = z.union([z.literal(15), z.literal(30), z.literal(60)]);

export const limitsWire = z.strictObject({
  limits: z.array(limitWire),
  realityCheckMinutes: realityMinutes.nullable(),
  /** Set by the house for what the person places from then on, because of how prices move after their predictions; null: none. */
  house: z
    .strictObject({
      /** Highest amount of one quick prediction with real money. */
      predictionMax: money,
      predictionMaxStr: moneyText,
      since: isoTime,
    })
    .nullable(),
  pause: z.strictObject({
    /** OVER: the end of a self-exclusion has passed and nobody has asked to come back. */
    state: z.enum(['FREE', 'TIME_OUT', 'EXCLUDED', 'OVER', 'RETURNING']),
    /** null: free, or excluded for ever. */
    until: isoTime.nullable(),
  }),
  /** How long a raise, and a return after self-exclusion, wait here, in seconds. */
  waits: z.strictObject({ raise: z.int(), return: z.int() }),
  /** What the spans of a break last here, in seconds; null: for ever. */
  spans: z.record(z.string(), z.int().nullable()),
});

/** Free text: decimal digits. Shortest stake and limit is 1.00; session time 5 minutes to a day. */
const limitChange = z.union([
  z.strictObject({ name: limitName.exclude(['session']), amount: z.string().min(1).max(20).nullable() }),
  z.strictObject({ name: z.literal('session'), minutes: z.int().min(5).max(1_440).nullable() }),
]);

export const limitsBody = z.strictObject({
  limits: z.array(limitChange).max(LIMIT_NAMES.length).optional(),
  realityCheckMinutes: realityMinutes.nullable().optional(),
});

export const confirmLimitBody = z.strictObject({
  name: limitName,
  /** false: drop the raise. */
  yes: z.boolean(),
});

/** `word` is typed by the person, in their language; the client sends the word of the call. */
export const exclusionBody = z.union([
  z.strictObject({
    kind: z.literal('time_out'),
    span: z.enum(Object.keys(TIME_OUT_SPANS) as [TimeOutSpan, ...TimeOutSpan[]]),
    word: z.literal('BREAK'),
  }),
  z.strictObject({
    kind: z.literal('self_exclusion'),
    span: z.enum(Object.keys(EXCLUSION_SPANS) as [ExclusionSpan, ...ExclusionSpan[]]),
    word: z.literal('EXCLUDE'),
  }),
  z.strictObject({ kind: z.literal('return'), word: z.literal('RETURN') }),
]);

export const playingBody = z.strictObject({
  /** A reality check was shown and answered. */
  answered: z.boolean().optional(),
});

export const playFiguresWire = z.strictObject({
  /** Begin of the play session that goes on; null when nobody plays. */
  since: isoTime.nullable(),
  /** Whole minutes of this play session, and of the last 24 h. */
  sittingMinutes: z.int(),
  dayMinutes: z.int(),
  /** Won less lost of what was settled: in this play session, 24 h, 7 days, 30 days. */
  sittingResult: money,
  sittingResultStr: moneyText,
  dayResult: money,
  dayResultStr: moneyText,
  weekResult: money,
  weekResultStr: moneyText,
  monthResult: money,
  monthResultStr: moneyText,
  /** A reality check is due now. */
  due: z.boolean(),
  /** When the session time is used up if play goes on; null: no such limit. */
  sessionEndsAt: isoTime.nullable(),
  /** Last 30 days with predictions that were settled, oldest first, by day UTC. */
  days: z.array(z.strictObject({ day: z.iso.date(), result: money, resultStr: moneyText })),
});

export type LimitWire = z.infer<typeof limitWire>;
export type LimitsWire = z.infer<typeof limitsWire>;
export type LimitsBody = z.infer<typeof limitsBody>;
export type ConfirmLimitBody = z.infer<typeof confirmLimitBody>;
export type ExclusionBody = z.infer<typeof exclusionBody>;
export type PlayFiguresWire = z.infer<typeof playFiguresWire>;
