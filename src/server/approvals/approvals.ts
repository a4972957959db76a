import { createHash, timingSafeEqual } from 'node:crypto';
import type { PoolClient } from 'pg';
import { uuidv7 } from 'uuidv7';
import type { Role } from '#domain/identity/actor.ts';
import { canonicalJson } from '#domain/proofs/canonical.ts';
import type { Audit } from '#server/audit/index.ts';
import type { Clock } from '#server/clock.ts';
import type { Vault } from '#server/vault/index.ts';
import type {
  ActDefinition,
  ActKind,
  ApprovalAnswer,
  ApprovalRefusal,
  Approvals,
  Approved,
  ByRule,
  Fields,
  MadeRequest,
  OpenRequest,
  StoredRequest,
} from './contract.ts';
import {
  countOpenRequests,
  endRequest,
  findOpenRequest,
  findRequest,
  insertCheck,
  insertRequest,
  listCheckers,
  listOpenRequests,
  listRequests,
  lockAsking,
  lockRequest,
  type RequestRow,
} from './store.ts';
import { DAY_MS } from '#domain/time.ts';

/** How long a request waits for others. */
const OPEN_MS = DAY_MS;

export interface ApprovalParts {
  readonly clock: Pick<Clock, 'now'>;
  readonly audit: Pick<Audit, 'write'>;
  readonly vault: Pick<Vault, 'seal' | 'open'>;
  /** What a person may do now; null: they may do nothing. */
  readonly roleOf: (tx: PoolClient, userId: string) => Promise<Role | null>;
}

/** Acts by two people or more, of the definitions that are added. */
export function createApprovals(parts: ApprovalParts): Approvals {
  const { clock, audit, vault } = parts;
  const { add, actOf } = actRegistry();
  const context: Context = {
    ...parts,
    actOf,
    mayDo: async (tx, userId, act) => {
      const role = await parts.roleOf(tx, userId);
      return role !== null && act.roles.has(role) ? role : null;
    },
  };
  return {
    add,
    ask: (tx, act, request) => ask(context, tx, { act, ...request }),
    approve: (tx, approval) => approve(context, tx, approval),
    async refuse(tx, { id, by, reason }) {
      const row = await lockRequest(tx, id);
      if (row === null) return 'no-request';
      const act = actOf(row.act);
      const role = await context.mayDo(tx, by, act);
      if (role === null) return 'not-allowed';
      if (row.state === 'DONE') return 'done-already';
      if (row.state === 'REFUSED') return 'refused-already';
      await endRequest(tx, { id, state: 'REFUSED', now: clock.now() });
      await audit.write(tx, entryOf('approval.refused', { row, about: act.about(row.fields), by, role, reason }));
      return 'refused';
    },
    listOpen: async (tx) => {
      const rows = await listOpenRequests(tx, clock.now());
      const open: OpenRequest[] = [];
      for (const row of rows) open.push(await toOpen(tx, row, { vault, act: actOf(row.act) }));
      return open;
    },
    list: async (tx, page) => {
      const now = clock.now();
      const stored: StoredRequest[] = [];
      for (const row of await listRequests(tx, { ...page, now }))
        stored.push(await toStored(context, tx, { row, now }));
      return stored;
    },
    read: async (tx, id) => {
      const row = await findRequest(tx, id);
      return row === null ? null : toStored(context, tx, { row, now: clock.now() });
    },
    countOpen: (db) => countOpenRequests(db, clock.now()),
  };
}

interface Context extends ApprovalParts {
  readonly actOf: (name: string) => ActDefinition;
  /** The role by which somebody may ask for or approve an act now; null: they may not. */
  readonly mayDo: (tx: PoolClient, userId: string, act: Pick<ActDefinition, 'roles'>) => Promise<Role | null>;
}

async function ask<F extends Fields>(
  { clock, audit, vault, mayDo, actOf }: Context,
  tx: PoolClient,
  { act, fields, by, reason }: { act: ActKind<F>; fields: F; by: string; reason: string },
): Promise<MadeRequest | ByRule | ApprovalRefusal> {
  const role = await mayDo(tx, by, act);
  if (role === null) return 'not-allowed';
  const asked = act.fields.parse(fields);
  await lockAsking(tx, { act: act.name, maker: by });
  // Nobody has a say in what is about themselves.
  if (act.about(asked) === by) return 'about-you';
  const now = clock.now();
  const known = await findOpenRequest(tx, { act: act.name, maker: by, fields: asked, now });
  const facts = (await actOf(act.name).now?.(tx, asked, { lock: false })) ?? null;
  if (known !== null) return { id: known.id, digest: seenDigest(known.digest, facts), expiresAt: known.expiresAt };
  const rule = await ruleAgainst(actOf(act.name), tx, asked);
  if (rule !== null) return { rule };
  const about = act.about(asked);
  const plain = { act: act.name, fields: asked, maker: by, people: Math.max(2, act.people) };
  const row = { ...plain, id: uuidv7(), madeAt: now, expiresAt: now + OPEN_MS };
  const digest = digestOf(row, reason);
  await insertRequest(tx, { ...row, digest, facts, reason: await vault.seal(tx, about ?? by, reason) });
  await audit.write(tx, entryOf('approval.asked', { row, about, by, role, reason }));
  return { id: row.id, digest: seenDigest(digest, facts), expiresAt: row.expiresAt };
}

async function approve(
  { clock, audit, vault, mayDo, actOf }: Context,
  tx: PoolClient,
  { id, digest, by }: { readonly id: string; readonly digest: string; readonly by: string },
): Promise<ApprovalAnswer | ApprovalRefusal> {
  const row = await lockRequest(tx, id);
  if (row === null) return 'no-request';
  const act = actOf(row.act);
  const role = await mayDo(tx, by, act);
  if (role === null) return 'not-allowed';
  if (row.maker === by) return 'same-person';
  if (act.about(row.fields) === by) return 'about-you';
  if (row.state === 'DONE') return { result: row.result };
  if (row.state === 'REFUSED') return 'refused-already';
  const now = clock.now();
  if (row.expiresAt <= now) return 'expired';
  const about = act.about(row.fields);
  const reason = await vault.open(tx, about ?? row.maker, row.reason);
  // What the checker has read, what stands there, and what the maker wrote are one.
  if (reason === null || !isSame(digestOf(row, reason))(row.digest)) return 'changed';
  // Nor has what it changes become another since.
  const facts = (await act.now?.(tx, act.fields.parse(row.fields), { lock: true })) ?? null;
  const seen = Buffer.from(seenDigest(row.digest, facts), 'hex');
  if (!isSame(seen)(Buffer.from(digest, 'hex'))) return 'changed';
  // Whoever asked may have lost their rights since: nothing is approved then.
  if ((await mayDo(tx, row.maker, act)) === null) return 'not-allowed';
  const fields = act.fields.parse(row.fields);
  const rule = await ruleAgainst(act, tx, fields);
  if (rule !== null) return { rule };
  const isNew = await insertCheck(tx, { request: id, checker: by, at: now });
  const checkers: string[] = [];
  for (const one of await listCheckers(tx, id)) if (await mayDo(tx, one, act)) checkers.push(one);
  const waits = row.people - 1 - checkers.length;
  if (isNew) await audit.write(tx, entryOf('approval.approved', { row, about, by, role, reason }));
  if (waits > 0) return { waits };
  const shown = { kind: 'approved', requestId: id, maker: row.maker, checkers, reason } as unknown as Approved;
  const result = await act.execute(tx, fields, shown);
  await endRequest(tx, { id, state: 'DONE', now, result });
  return { result };
}

async function ruleAgainst(act: ActDefinition, tx: PoolClient, fields: Fields): Promise<string | null> {
  return (await act.refuses?.(tx, fields)) ?? null;
}

async function toOpen(
  tx: PoolClient,
  row: RequestRow,
  { vault, act }: Pick<ApprovalParts, 'vault'> & { readonly act: ActDefinition },
): Promise<OpenRequest> {
  const { digest, state: _state, result: _result, facts: _facts, ...rest } = row;
  const facts = await factsNow(tx, { row, act });
  const reason = await vault.open(tx, act.about(row.fields) ?? row.maker, row.reason);
  return { ...rest, digest: seenDigest(digest, facts), reason, checkers: await listCheckers(tx, row.id) };
}

async function toStored(
  { vault, actOf }: Context,
  tx: PoolClient,
  { row, now }: { readonly row: RequestRow; readonly now: number },
): Promise<StoredRequest> {
  const act = actOf(row.act);
  const state = row.state === 'OPEN' && row.expiresAt <= now ? 'EXPIRED' : row.state;
  const shown = {
    title: act.title,
    about: act.about(row.fields),
    roles: act.roles,
    state,
    factsAsked: row.facts,
    factsNow: await factsNow(tx, { row, act }),
  } as const;
  return { ...(await toOpen(tx, row, { vault, act })), ...shown };
}

/** What holds now of that which an open request changes. */
async function factsNow(
  tx: PoolClient,
  { row, act }: { readonly row: RequestRow; readonly act: ActDefinition },
): Promise<Fields | null> {
  if (row.state !== 'OPEN') return null;
  return (await act.now?.(tx, act.fields.parse(row.fields), { lock: false })) ?? null;
}

/** What a checker says they have read, hex: the request, with what held then. */
function seenDigest(digest: Buffer, facts: Fields | null): string {
  if (facts === null) return digest.toString('hex');
  return createHash('sha256').update(digest).update(canonicalJson(facts)).digest('hex');
}

function actRegistry() {
  const acts = new Map<string, ActDefinition>();
  return {
    add: (act: ActDefinition): void => {
      if (acts.has(act.name)) throw new Error(`there are two acts ${act.name}`);
      acts.set(act.name, act);
    },
    actOf: (name: string): ActDefinition => {
      const act = acts.get(name);
      if (act === undefined) throw new Error(`there is no act ${name}`);
      return act;
    },
  };
}

type Digested = Pick<RequestRow, 'id' | 'act' | 'fields' | 'maker' | 'people' | 'madeAt' | 'expiresAt'>;

/** SHA-256 of all that a request says. */
function digestOf({ id, act, fields, maker, people, madeAt, expiresAt }: Digested, reason: string): Buffer {
  const said = canonicalJson({ id, act, fields, maker, people, madeAt, expiresAt, reason });
  return createHash('sha256').update(said).digest();
}

function isSame(digest: Buffer): (other: Buffer) => boolean {
  return (other) => other.length === digest.length && timingSafeEqual(other, digest);
}

function entryOf(
  action: string,
  of: {
    readonly row: Pick<RequestRow, 'id' | 'act'> & { readonly fields: Fields };
    readonly about: string | null;
    readonly by: string;
    readonly role: Role;
    readonly reason: string;
  },
) {
  return {
    actorId: of.by,
    role: of.role,
    action,
    objectType: 'approval_request',
    objectId: of.row.id,
    subjectId: of.about ?? undefined,
    reason: of.reason,
    after: { act: of.row.act, fields: of.row.fields },
  };
}
