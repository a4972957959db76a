import { MEASURE_NAMES, MEASURES, VERDICTS, type Measure } from '#domain/cashier/payout-policy.ts';
import { ok, refused, type Outcome } from '#domain/outcome.ts';
import { transaction } from '#server/db/index.ts';
import type { ActAsked, ActSeat } from '#server/desk/contract.ts';
import { readAmount, wrongField } from '#server/desk/fields.ts';
import { askSecond } from '#server/desk/index.ts';
import { discardDraft, dropRule, makeDraft, POLICY_PUBLISHED, putRule, rulesText } from './drafts.ts';
import type { PolicyDeskParts } from './policy-desk.ts';
import { findPolicy } from './store-policy.ts';
import { measureText, VERDICT_WORDS } from './words.ts';

type Run = Parameters<ActSeat['run']>[0];
const RULE = 'Drafts change nothing. A revision is published by two people and stays as it is.';
const PLACE = /^[1-9]\d?$/;

const answered = (against: string | null, said: string): Outcome<string> =>
  against === null ? ok(said) : refused({ code: 'ActRefused', why: against });

/** What people do with the policy of payouts. */
export function policyActs(parts: PolicyDeskParts): readonly ActSeat[] {
  return [draftMade(parts), rulePut(parts), ruleDropped(parts), published(parts), discarded(parts)];
}

async function noDraft({ db }: PolicyDeskParts, { id }: ActAsked): Promise<string | null> {
  return (await findPolicy(db, id))?.revision === null ? null : 'A revision stays as it is. Make a draft of it.';
}

const act = (id: string, label: string, order: number) =>
  ({ desk: 'payouts', id, label, order, permission: 'money.policy', rule: RULE }) as const;

function draftMade(parts: PolicyDeskParts): ActSeat {
  return {
    ...act('draft', 'Make a draft', 10),
    text: 'A new draft with these rules.',
    refuses: () => Promise.resolve(null),
    run: async ({ id, by, reason }) => {
      const made = await transaction(parts.db, (tx) => makeDraft(parts, tx, { id, by, reason }));
      return made === null ? refused({ code: 'NotFound' }) : ok('Made. It is the first of the list.');
    },
  };
}

function rulePut(parts: PolicyDeskParts): ActSeat {
  return {
    ...act('put-rule', 'Put a rule', 20),
    text: 'A new rule, or one of the same name with other terms. Its place is before the last one unless you say another.',
    fields: [
      { name: 'name', label: 'Name', kind: 'text' },
      {
        name: 'when',
        label: 'Meets',
        kind: 'choice',
        options: MEASURE_NAMES.map((value) => ({ value, label: measureText(value) })),
      },
      { name: 'value', label: 'Value', kind: 'text', optional: true },
      {
        name: 'verdict',
        label: 'Then',
        kind: 'choice',
        options: VERDICTS.map((value) => ({ value, label: VERDICT_WORDS[value] })),
      },
      { name: 'place', label: 'Place (1 is the first)', kind: 'number', optional: true },
    ],
    refuses: (asked) => noDraft(parts, asked),
    run: (asked) => runPut(parts, asked),
  };
}

async function runPut(parts: PolicyDeskParts, { id, by, reason, fields }: Run): Promise<Outcome<string>> {
  const when = MEASURE_NAMES.find((one) => one === fields['when']);
  if (when === undefined) return wrongField('when', 'unknown');
  const verdict = VERDICTS.find((one) => one === fields['verdict']);
  if (verdict === undefined) return wrongField('verdict', 'unknown');
  const place = (fields['place'] ?? '').trim();
  if (place !== '' && !PLACE.test(place)) return wrongField('place', 'malformed');
  const value = valueOf(when, (fields['value'] ?? '').trim());
  if (value === null) return wrongField('value', 'malformed');
  const rule = { id: (fields['name'] ?? '').trim(), when, value, verdict };
  const at = place === '' ? null : Number(place);
  const against = await transaction(parts.db, (tx) => putRule(parts, tx, { id, by, reason, rule, place: at }));
  return answered(against, 'The rule is in the draft.');
}

/** A value as it is kept: money in 10^-6. null: it is none. */
function valueOf(when: Measure, typed: string): string | null {
  if (MEASURES[when] !== 'money') return typed;
  const amount = readAmount(typed);
  return typeof amount === 'string' ? null : amount.toString();
}

function ruleDropped(parts: PolicyDeskParts): ActSeat {
  return {
    ...act('drop-rule', 'Drop a rule', 30),
    text: 'The draft is without it.',
    fields: async ({ id }) => [
      {
        name: 'name',
        label: 'Rule',
        kind: 'choice',
        options: ((await findPolicy(parts.db, id))?.rules ?? []).map((rule) => ({ value: rule.id, label: rule.id })),
      },
    ],
    refuses: (asked) => noDraft(parts, asked),
    run: async ({ id, by, reason, fields }) => {
      const rule = fields['name'] ?? '';
      const against = await transaction(parts.db, (tx) => dropRule(parts, tx, { id, by, reason, rule }));
      return answered(against, 'The draft is without it.');
    },
  };
}

function published(parts: PolicyDeskParts): ActSeat {
  return {
    ...act('publish', 'Publish', 40),
    text: 'The draft becomes the policy that holds, for withdrawals from then on.',
    people: 2,
    stepUp: true,
    refuses: (asked) => noDraft(parts, asked),
    run: async ({ id, by, reason }) => {
      const rules = rulesText((await findPolicy(parts.db, id))?.rules ?? []);
      return askSecond(parts, POLICY_PUBLISHED, { fields: { draft: id, rules }, by, reason });
    },
  };
}

function discarded(parts: PolicyDeskParts): ActSeat {
  return {
    ...act('discard', 'Discard', 50),
    text: 'The draft is gone.',
    danger: true,
    refuses: (asked) => noDraft(parts, asked),
    run: async ({ id, by, reason }) =>
      answered(await transaction(parts.db, (tx) => discardDraft(parts, tx, { id, by, reason })), 'Discarded.'),
  };
}
