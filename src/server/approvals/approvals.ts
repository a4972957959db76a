import { createHash, timingSafeEqual } from 'node:crypto';
import type { PoolClient } from 'pg';
import { uuidv7 } from 'uuidv7';
import type { Role } from '#domain/identity/actor.ts';
import { canonicalJson } from '#domain/proofs/canonical.ts';
import type { Audit } from '#server/audit/index.ts';
import type { Clock } from '#server/clock.ts';
import type { Vault } from '#server/vault/index.ts';
import type { ActDefinition, Approvals, Approved, Fields, OpenRequest } from './contract.ts';
import {
  endRequest,
  insertCheck,
  insertRequest,
  listCheckers,
  listOpenRequests,
  lockRequest,
  type RequestRow,
} from './store.ts';

/** How long a request waits for others. */
const OPEN_MS = 86_400_000;

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
  const mayDo = async (tx: PoolClient, userId: string, act: Pick<ActDefinition, 'roles'>): Promise<Role | null> => {
    const role = await parts.roleOf(tx, userId);
    return role !== null && act.roles.has(role) ? role : null;
  };
  return {
    add,
    async ask(tx, act, { fields, by, reason }) {
      const role = await mayDo(tx, by, act);
      if (role === null) return 'not-allowed';
      const now = clock.now();
      const asked = act.fields.parse(fields);
      const about = act.about(asked);
      const plain = { act: act.name, fields: asked, maker: by, people: Math.max(2, act.people) };
      const row = { ...plain, id: uuidv7(), madeAt: now, expiresAt: now + OPEN_MS };
      const digest = digestOf(row, reason);
      await insertRequest(tx, { ...row, digest, reason: await vault.seal(tx, about ?? by, reason) });
      await audit.write(tx, entryOf('approval.asked', { row, about, by, role, reason }));
      return { id: row.id, digest: digest.toString('hex'), expiresAt: row.expiresAt };
    },
    async approve(tx, { id, digest, by }) {
      const row = await lockRequest(tx, id);
      if (row === null) return 'no-request';
      const act = actOf(row.act);
      const role = await mayDo(tx, by, act);
      if (role === null) return 'not-allowed';
      if (row.maker === by) return 'same-person';
      if (row.state === 'DONE') return { result: row.result };
      if (row.state === 'REFUSED') return 'refused-already';
      const now = clock.now();
      if (row.expiresAt <= now) return 'expired';
      const about = act.about(row.fields);
      const reason = await vault.open(tx, about ?? row.maker, row.reason);
      // What the checker has read, what stands there, and what the maker wrote are one.
      if (reason === null || ![row.digest, Buffer.from(digest, 'hex')].every(isSame(digestOf(row, reason))))
        return 'changed';
      // Whoever asked may have lost their rights since: nothing is approved then.
      if ((await mayDo(tx, row.maker, act)) === null) return 'not-allowed';
      const isNew = await insertCheck(tx, { request: id, checker: by, at: now });
      const checkers: string[] = [];
      for (const one of await listCheckers(tx, id)) if (await mayDo(tx, one, act)) checkers.push(one);
      const waits = row.people - 1 - checkers.length;
      if (isNew) await audit.write(tx, entryOf('approval.approved', { row, about, by, role, reason }));
      if (waits > 0) return { waits };
      const shown = { kind: 'approved', requestId: id, maker: row.maker, checkers, reason } as unknown as Approved;
      const result = await act.execute(tx, act.fields.parse(row.fields), shown);
      await endRequest(tx, { id, state: 'DONE', now, result });
      return { result };
    },
    async refuse(tx, { id, by, reason }) {
      const row = await lockRequest(tx, id);
      if (row === null) return 'no-request';
      const act = actOf(row.act);
      const role = await mayDo(tx, by, act);
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
  };
}

async function toOpen(
  tx: PoolClient,
  row: RequestRow,
  { vault, act }: Pick<ApprovalParts, 'vault'> & { readonly act: ActDefinition },
): Promise<OpenRequest> {
  const { digest, state: _state, result: _result, ...rest } = row;
  const reason = await vault.open(tx, act.about(row.fields) ?? row.maker, row.reason);
  return { ...rest, digest: digest.toString('hex'), reason, checkers: await listCheckers(tx, row.id) };
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
