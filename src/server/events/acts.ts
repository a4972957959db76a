import { z } from 'zod';
import { EVENT_OUTCOMES, HANDS, VOID_REASONS } from '#domain/events/life.ts';
import { MOST_OUTCOMES, REST_TITLE } from '#domain/events/terms.ts';
import { linesText, lineText } from '#protocol/texts.ts';
import type { ActDefinition, ActKind } from '#server/approvals/index.ts';
import type { MoveFault } from './contract.ts';
import { correctionFault, correctionHolds } from './correction-plan.ts';
import { moveFault, moveMarket, splitRefusal, type MoveParts } from './moves.ts';
import { lockLinked, lockMarket } from './store.ts';

/** Characters of a clarification at most. */
export const CLARIFICATION_LENGTH = 2_000;

const VOID_FIELDS = z.object({ marketId: z.uuid(), why: z.enum(VOID_REASONS) });
const RULING_FIELDS = z.object({
  marketId: z.uuid(),
  outcome: z.enum(EVENT_OUTCOMES),
  url: z.url().max(500),
  sha256: z.hex().length(64),
  factAt: z.number().int().min(0),
  level: z.array(z.number().int().min(1)).default([]),
});

/** A market is undone: two people. */
export const EVENT_VOIDED: ActKind<z.infer<typeof VOID_FIELDS>> = {
  name: 'event.voided',
  title: 'Void an event market',
  fields: VOID_FIELDS,
  people: HANDS.void.people ?? 2,
  roles: new Set(HANDS.void.roles),
  about: () => null,
};

/** A panel of three says how a disputed market ends. */
export const EVENT_RULED: ActKind<z.infer<typeof RULING_FIELDS>> = {
  name: 'event.ruled',
  title: 'Decide a disputed event',
  fields: RULING_FIELDS,
  people: HANDS.decide.people ?? 3,
  roles: new Set(HANDS.decide.roles),
  about: () => null,
};

const CLARIFIED_FIELDS = z.object({
  marketId: z.uuid(),
  text: linesText.min(10).max(CLARIFICATION_LENGTH),
});

/** What is unclear in the rules of an open market is said: two people with no shares of it. */
export const EVENT_CLARIFIED: ActKind<z.infer<typeof CLARIFIED_FIELDS>> = {
  name: 'event.clarified',
  title: 'Clarify the rules of an event',
  fields: CLARIFIED_FIELDS,
  people: HANDS.clarify.people ?? 2,
  roles: new Set(HANDS.clarify.roles),
  about: () => null,
};

/** Characters of the name of an outcome at most, as a draft has them. */
export const OUTCOME_LENGTH = 100;

const SPLIT_FIELDS = z.object({
  marketId: z.uuid(),
  names: z.array(lineText.min(1).max(OUTCOME_LENGTH)).min(1).max(MOST_OUTCOMES),
  /** Of the chance, thousandths. */
  parts: z.array(z.number().int().min(1).max(999)).min(1).max(MOST_OUTCOMES),
});

/** New outcomes come out of the one that stands for the rest: two people with no shares of it. */
export const EVENT_SPLIT: ActKind<z.infer<typeof SPLIT_FIELDS>> = {
  name: 'event.split',
  title: `Split the outcome ${REST_TITLE} of an event`,
  fields: SPLIT_FIELDS,
  people: HANDS.split.people ?? 2,
  roles: new Set(HANDS.split.roles),
  about: () => null,
};

const CORRECTED_FIELDS = z.object({
  marketId: z.uuid(),
  outcome: z.enum([...EVENT_OUTCOMES, 'VOID']),
  /** Of a void. */
  why: z.enum(VOID_REASONS).nullable(),
  /** What the other outcomes are seen by. */
  url: z.url().max(500).nullable(),
  sha256: z.hex().length(64).nullable(),
  factAt: z.number().int().min(0).nullable(),
  level: z.array(z.number().int().min(1)).default([]),
});

/** A market that was paid by a wrong result is paid by the right one: two people who held no shares of it. */
export const EVENT_CORRECTED: ActKind<z.infer<typeof CORRECTED_FIELDS>> = {
  name: 'event.corrected',
  title: 'Correct the result of an event that was paid',
  fields: CORRECTED_FIELDS,
  people: HANDS.correct.people ?? 2,
  roles: new Set(HANDS.correct.roles),
  about: () => null,
};

/** What the rule against a move says to staff. */
export const MOVE_SAYS: Readonly<Record<MoveFault, string>> = {
  'no-market': 'There is no such market.',
  state: 'Its state does not allow this now.',
  role: 'Your role may not do this.',
  'same-person': 'Another person must do this.',
  holds: 'Whoever does this must hold no shares of the market, and have no order there.',
  'too-late':
    'Its cut-off is too near: nobody could leave before it. Close it, and void it if its rules do not decide it.',
  unfinished: 'The draft is not whole: all rules, two different sources, a time zone and a cut-off ahead.',
  ahead: 'The time of the fact is still to come.',
  'decided-once': 'The panel has decided it once.',
  tradable: 'Its books still take orders. Close it first.',
  'too-old': 'It was paid more than 30 days ago.',
  paying: 'Its last correction is still being paid.',
  'same-result': 'That is the result it was paid by.',
  'not-rest': `Only the outcome called ${REST_TITLE} of an event of several can be split.`,
  names: 'Each new outcome has a name of its own, which no other outcome has.',
  parts: 'Each new outcome takes a part of the chance, and something is left of it.',
  most: `An event has ${MOST_OUTCOMES} outcomes at most.`,
  'exit-open': 'People may still leave since its rules were clarified. Split it after that.',
  splitting: 'Its last split is not in the books yet.',
  'old-pools': 'Its books were opened before they shared one pool.',
  linked:
    'Exactly one of its outcomes comes true. Propose YES on that one, or a tie with the numbers of those that came in level.',
};

export function eventVoidedAct(parts: MoveParts): ActDefinition<z.infer<typeof VOID_FIELDS>> {
  return {
    ...EVENT_VOIDED,
    refuses: async (tx, { marketId }) => {
      const market = await lockMarket(tx, marketId);
      if (market === null) return MOVE_SAYS['no-market'];
      const fault = await moveFault(parts, tx, { market, move: 'void', by: { kind: 'clock' } });
      return fault === null ? null : MOVE_SAYS[fault];
    },
    execute: async (tx, { marketId, why }, by) =>
      saidOf(await moveMarket(parts, tx, { marketId, move: 'void', by, reason: by.reason, why })),
  };
}

export function eventClarifiedAct(parts: MoveParts): ActDefinition<z.infer<typeof CLARIFIED_FIELDS>> {
  return {
    ...EVENT_CLARIFIED,
    refuses: async (tx, { marketId }) => {
      const market = await lockMarket(tx, marketId);
      if (market === null) return MOVE_SAYS['no-market'];
      const fault = await moveFault(parts, tx, {
        market,
        move: 'clarify',
        by: { kind: 'clock' },
      });
      return fault === null ? null : MOVE_SAYS[fault];
    },
    execute: async (tx, { marketId, text }, by) =>
      saidOf(
        await moveMarket(parts, tx, {
          marketId,
          move: 'clarify',
          by,
          reason: by.reason,
          text,
        }),
      ),
  };
}

export function eventSplitAct(parts: MoveParts): ActDefinition<z.infer<typeof SPLIT_FIELDS>> {
  return {
    ...EVENT_SPLIT,
    refuses: async (tx, { marketId, ...fields }) => {
      const markets = await lockLinked(tx, marketId);
      const fault = await splitRefusal(parts, tx, { marketId, markets, into: partsOf(fields), by: { kind: 'clock' } });
      return fault === null ? null : MOVE_SAYS[fault];
    },
    execute: async (tx, { marketId, ...fields }, by) =>
      saidOf(await moveMarket(parts, tx, { marketId, move: 'split', by, reason: by.reason, into: partsOf(fields) })),
  };
}

const partsOf = ({ names, parts }: { readonly names: readonly string[]; readonly parts: readonly number[] }) =>
  names.map((title, at) => ({ title, part: parts[at] ?? 0 }));

export function eventRuledAct(parts: MoveParts): ActDefinition<z.infer<typeof RULING_FIELDS>> {
  return {
    ...EVENT_RULED,
    refuses: async (tx, { marketId }) => {
      const market = await lockMarket(tx, marketId);
      if (market === null) return MOVE_SAYS['no-market'];
      const fault = await moveFault(parts, tx, { market, move: 'decide', by: { kind: 'clock' } });
      return fault === null ? null : MOVE_SAYS[fault];
    },
    execute: async (tx, { marketId, ...result }, by) => {
      return saidOf(await moveMarket(parts, tx, { marketId, move: 'decide', by, reason: by.reason, result }));
    },
  };
}

export function eventCorrectedAct(parts: MoveParts): ActDefinition<z.infer<typeof CORRECTED_FIELDS>> {
  return {
    ...EVENT_CORRECTED,
    refuses: async (tx, fields) => {
      const market = await lockMarket(tx, fields.marketId);
      if (market === null) return MOVE_SAYS['no-market'];
      const fault =
        (await moveFault(parts, tx, { market, move: 'correct', by: { kind: 'clock' } })) ??
        (await correctionFault(parts, tx, { marketId: fields.marketId, ...correctedResult(fields) }));
      return fault === null ? null : MOVE_SAYS[fault];
    },
    now: (tx, fields) => correctionHolds(parts, tx, { marketId: fields.marketId, ...correctedResult(fields) }),
    execute: async (tx, fields, by) => {
      const { marketId } = fields;
      const to = correctedResult(fields);
      return saidOf(await moveMarket(parts, tx, { marketId, move: 'correct', by, reason: by.reason, ...to }));
    },
  };
}

function correctedResult({ outcome, why, url, sha256, factAt, level }: z.infer<typeof CORRECTED_FIELDS>) {
  if (outcome === 'VOID') return { why: why ?? ('AMBIGUOUS' as const) };
  if (url === null || sha256 === null || factAt === null) throw new Error('a result without what it is seen by');
  return { result: { outcome, url, sha256, factAt, level } };
}

/** What stands of a rule after all have approved is written, and nothing is done: the request is over by it. */
function saidOf(answer: string): { readonly answer: string } {
  return { answer };
}
