import type { PoolClient } from 'pg';
import { uuidv7 } from 'uuidv7';
import { z } from 'zod';
import { faultOfPolicy, type PayoutRule, type PolicyFault } from '#domain/cashier/payout-policy.ts';
import type { ActDefinition, ActKind } from '#server/approvals/index.ts';
import { actorOf, type Audit, type Staff } from '#server/audit/index.ts';
import type { Clock } from '#server/clock.ts';
import {
  currentPolicy,
  deleteDraft,
  findPolicy,
  insertDraft,
  lockDraft,
  publishDraft,
  setRules,
} from './store-policy.ts';
import { ruleText, VERDICT_WORDS } from './words.ts';

export interface PolicyParts {
  readonly clock: Pick<Clock, 'now'>;
  readonly audit: Pick<Audit, 'write'>;
}

interface DraftAct {
  readonly id: string;
  readonly by: Staff;
  /** For the audit log. */
  readonly reason: string;
}

const NO_DRAFT = 'There is no such draft.';
export const FAULTS: Readonly<Record<PolicyFault, string>> = {
  no_last_word: 'The last rule must meet any withdrawal.',
  dead_rules: 'Only the last rule may meet any withdrawal: nothing gets past it.',
  too_many: 'A policy has 30 rules at most.',
  same_id: 'Two rules have the same name.',
  wrong_id: 'A name is small letters, digits and dashes, and begins with a letter.',
  wrong_value: 'That value doesn’t fit the rule.',
};

/** A draft with the rules of a revision or of another draft; its id. */
export async function makeDraft(parts: PolicyParts, tx: PoolClient, act: DraftAct): Promise<string | null> {
  const from = await findPolicy(tx, act.id);
  if (from === null) return null;
  const id = uuidv7();
  await insertDraft(tx, { id, rules: from.rules, madeBy: act.by.userId, now: parts.clock.now() });
  await writeAct(parts, tx, { ...act, id, action: 'payout_policy.drafted', after: { from: act.id } });
  return id;
}

/** Puts a rule into a draft: at its place (1 is the first), or before the last. One of the same name is replaced. null, or the rule against it. */
export async function putRule(
  parts: PolicyParts,
  tx: PoolClient,
  { rule, place, ...act }: DraftAct & { readonly rule: PayoutRule; readonly place: number | null },
): Promise<string | null> {
  const draft = await lockDraft(tx, act.id);
  if (draft === null) return NO_DRAFT;
  const was = draft.rules.findIndex(({ id }) => id === rule.id);
  const others = draft.rules.filter(({ id }) => id !== rule.id);
  const usual = was >= 0 ? was : Math.max(0, others.length - 1);
  const rules = others.toSpliced(place === null ? usual : Math.min(place - 1, others.length), 0, rule);
  return change(parts, tx, { ...act, rules, action: 'payout_policy.rule_put', after: { ...rule } });
}

/** null, or the rule against it. */
export async function dropRule(
  parts: PolicyParts,
  tx: PoolClient,
  { rule, ...act }: DraftAct & { readonly rule: string },
): Promise<string | null> {
  const draft = await lockDraft(tx, act.id);
  if (draft === null) return NO_DRAFT;
  const rules = draft.rules.filter(({ id }) => id !== rule);
  return change(parts, tx, { ...act, rules, action: 'payout_policy.rule_dropped', after: { id: rule } });
}

async function change(
  parts: PolicyParts,
  tx: PoolClient,
  { rules, ...act }: Written & { readonly rules: readonly PayoutRule[] },
): Promise<string | null> {
  const fault = faultOfPolicy(rules);
  if (fault !== null) return FAULTS[fault];
  await setRules(tx, act.id, rules);
  await writeAct(parts, tx, act);
  return null;
}

/** null, or the rule against it. */
export async function discardDraft(parts: PolicyParts, tx: PoolClient, act: DraftAct): Promise<string | null> {
  if ((await lockDraft(tx, act.id)) === null) return NO_DRAFT;
  await deleteDraft(tx, act.id);
  await writeAct(parts, tx, { ...act, action: 'payout_policy.discarded', after: {} });
  return null;
}

interface Written extends DraftAct {
  readonly action: string;
  readonly after: Readonly<Record<string, string>>;
}

async function writeAct({ audit }: PolicyParts, tx: PoolClient, { id, by, reason, action, after }: Written) {
  await audit.write(tx, { ...actorOf(by), action, objectType: 'payout_policy', objectId: id, reason, after });
}

const FIELDS = z.object({ draft: z.uuid(), rules: z.string().max(10_000) });

/** A draft becomes the policy: two people, bound to its rules. */
export const POLICY_PUBLISHED: ActKind<z.infer<typeof FIELDS>> = {
  name: 'payout_policy.published',
  title: 'Publish a payout policy',
  fields: FIELDS,
  people: 2,
  roles: new Set(['CASHIER', 'ADMIN'] as const),
  about: () => null,
};

/** Rules as those read them who publish them. */
export function rulesText(rules: readonly PayoutRule[]): string {
  return rules
    .map((rule, at) => `${at + 1}. ${rule.id}: ${ruleText(rule)} – ${VERDICT_WORDS[rule.verdict]}`)
    .join('; ');
}

export function policyPublishedAct({ clock, audit }: PolicyParts): ActDefinition<z.infer<typeof FIELDS>> {
  return {
    ...POLICY_PUBLISHED,
    refuses: async (tx, { draft, rules }) => {
      const found = await lockDraft(tx, draft);
      if (found === null) return NO_DRAFT;
      return rulesText(found.rules) === rules ? null : 'The draft has other rules by now. Ask again.';
    },
    now: async (tx) => {
      const { revision, rules } = await currentPolicy(tx);
      return { revision: String(revision), rules: rulesText(rules) };
    },
    execute: async (tx, { draft, rules }, approved) => {
      const revision = await publishDraft(tx, { id: draft, request: approved.requestId, now: clock.now() });
      await audit.write(tx, {
        ...actorOf(approved),
        action: 'payout_policy.published',
        objectType: 'payout_policy',
        objectId: draft,
        reason: approved.reason,
        after: { revision: String(revision), rules },
      });
      return { revision };
    },
  };
}
