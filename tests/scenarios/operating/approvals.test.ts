/** Acts by two people or more, on their database: who counts, what ends a request, and that an act is done once. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Role } from '#domain/identity/actor.ts';
import { createApprovals, type ActDefinition, type Approvals } from '#server/approvals/index.ts';
import { readConfig } from '#server/config/config.ts';
import { createPool, transaction } from '#server/db/index.ts';
import { createVault } from '#server/vault/index.ts';
import { testDatabase, type TestDatabase } from '#tests/database.ts';

const PEOPLE = ['maker', 'second', 'third', 'fourth'] as const;
type Name = (typeof PEOPLE)[number];

let db: TestDatabase;
let dataDir: string;
let approvals: Approvals;
let late: number;
let isBroken: boolean;
let rule: string | null;
let price: string;
const ids = new Map<string, string>();
const roles = new Map<string, Role | null>();
const written: string[] = [];
const audit = {
  write: (_tx: unknown, { action }: { readonly action: string }) => {
    written.push(action);
    return Promise.resolve();
  },
};
const approvalsWritten = () => written.filter((action) => action === 'approval.approved').length;

const PAY: ActDefinition<{ readonly amount: string }> = {
  name: 'test.paid',
  title: 'Pay',
  fields: z.object({ amount: z.string().regex(/^\d+$/) }),
  people: 3,
  roles: new Set(['ADMIN'] as const),
  about: () => null,
  refuses: () => Promise.resolve(rule),
  now: () => Promise.resolve({ price }),
  execute: async (tx, { amount }, { checkers }) => {
    await tx.query('INSERT INTO paid VALUES ($1)', [amount]);
    if (isBroken) throw new Error('killed in the middle');
    return { amount, checkers: checkers.length };
  },
};

beforeAll(async () => {
  [db, dataDir] = await Promise.all([testDatabase(), mkdtemp(join(tmpdir(), 'tikvo-approvals-'))]);
  await db.pool.query('CREATE TABLE paid (amount text)');
  const owner = createPool(db.adminUrl, { max: 1 });
  await owner.query('SET session_replication_role = replica');
  for (const name of PEOPLE) ids.set(name, randomUUID());
  await owner.query('ALTER TABLE approval_request DROP CONSTRAINT approval_request_maker_fkey');
  await owner.query('ALTER TABLE approval_check DROP CONSTRAINT approval_check_checker_fkey');
  await owner.end();
  const vault = createVault({ config: readConfig({ DATA_DIR: dataDir }) });
  const clock = { now: () => Date.now() + late };
  const roleOf = (_tx: unknown, userId: string) => Promise.resolve(roles.get(userId) ?? null);
  approvals = createApprovals({ clock, audit, vault, roleOf });
  approvals.add(PAY);
});
beforeEach(async () => {
  late = 0;
  isBroken = false;
  written.length = 0;
  for (const name of PEOPLE) roles.set(idOf(name), 'ADMIN');
  rule = null;
  price = '10';
  await db.pool.query('TRUNCATE paid');
  await db.pool.query(`UPDATE approval_request SET state = 'REFUSED', ended_at = now() WHERE state = 'OPEN'`);
});
afterAll(() => Promise.all([db.drop(), rm(dataDir, { recursive: true, force: true })]));

const idOf = (name: Name) => ids.get(name) ?? '';
const paid = async () => (await db.pool.query<{ amount: string }>('SELECT amount FROM paid')).rows.length;

async function ask(amount = '5') {
  const made = await transaction(db.pool, (tx) =>
    approvals.ask(tx, PAY, { fields: { amount }, by: idOf('maker'), reason: 'invoice 7' }),
  );
  if (typeof made === 'string' || 'rule' in made) throw new Error(JSON.stringify(made));
  return made;
}
const approve = (made: { readonly id: string; readonly digest: string }, by: Name) =>
  transaction(db.pool, (tx) => approvals.approve(tx, { id: made.id, digest: made.digest, by: idOf(by) }));

describe('an act by three people', () => {
  it('waits for two others, counts each once, and is done by the last, once', async () => {
    const made = await ask();
    expect(await approve(made, 'maker')).toBe('same-person');
    expect(await approve(made, 'second')).toEqual({ waits: 1 });
    expect(await approve(made, 'second')).toEqual({ waits: 1 });
    expect([await paid(), approvalsWritten()]).toEqual([0, 1]);
    const both = await Promise.all([approve(made, 'third'), approve(made, 'fourth')]);
    expect(both).toEqual(Array(2).fill({ result: { amount: '5', checkers: 2 } }));
    expect(await paid()).toBe(1);
  });

  it('counts nobody who may no more, the maker neither', async () => {
    const made = await ask();
    await approve(made, 'second');
    roles.set(idOf('second'), null);
    expect(await approve(made, 'second')).toBe('not-allowed');
    expect(await approve(made, 'third')).toEqual({ waits: 1 });
    roles.set(idOf('maker'), 'SUPPORT');
    expect(await approve(made, 'fourth')).toBe('not-allowed');
    expect(await paid()).toBe(0);
    expect(approvalsWritten(), 'of the second and the third alone').toBe(2);
  });

  it('is not done when it is cut in the middle, and is done by the same approval again', async () => {
    const made = await ask();
    await approve(made, 'second');
    isBroken = true;
    await expect(approve(made, 'third')).rejects.toThrow('killed in the middle');
    expect(await paid()).toBe(0);
    isBroken = false;
    expect(await approve(made, 'third')).toMatchObject({ result: { amount: '5' } });
    expect(await paid()).toBe(1);
  });
});

describe('a request', () => {
  it('that is asked for again while it waits is the same, also at the same moment', async () => {
    const [one, other] = await Promise.all([ask(), ask()]);
    expect(other).toEqual(one);
    expect((await ask('6')).id).not.toBe(one.id);
    await approve(one, 'second');
    await approve(one, 'third');
    expect((await ask()).id).not.toBe(one.id);
  });

  it('is made and approved only while the rule of its act lets it be done', async () => {
    rule = 'The shop is closed.';
    await expect(ask()).rejects.toThrow('The shop is closed.');
    rule = null;
    const made = await ask();
    rule = 'The shop is closed.';
    expect(await approve(made, 'second')).toEqual({ rule });
    expect(approvalsWritten()).toBe(0);
    rule = null;
    expect(await approve(made, 'second')).toEqual({ waits: 1 });
  });

  it('is not approved where what it changes is another than the checker has read', async () => {
    const made = await ask();
    price = '11';
    expect(await approve(made, 'second')).toBe('changed');
    expect(approvalsWritten()).toBe(0);
    const read = await transaction(db.pool, (tx) => approvals.read(tx, made.id));
    expect(read).toMatchObject({ factsAsked: { price: '10' }, factsNow: { price: '11' } });
    expect(await approve({ id: made.id, digest: read?.digest ?? '' }, 'second')).toEqual({ waits: 1 });
    // Asked for again, it is the same request, with what holds now.
    expect(await ask()).toEqual({ id: made.id, digest: read?.digest, expiresAt: made.expiresAt });
  });

  it('is over after a day, and when it was refused', async () => {
    const [old, refused] = [await ask('5'), await ask('6')];
    const no = { id: refused.id, by: idOf('maker'), reason: 'a mistake' };
    expect(await transaction(db.pool, (tx) => approvals.refuse(tx, no))).toBe('refused');
    expect(await approve(refused, 'second')).toBe('refused-already');
    late = 86_400_001;
    expect(await approve(old, 'second')).toBe('expired');
    expect(await transaction(db.pool, (tx) => approvals.listOpen(tx))).toEqual([]);
  });

  it.each([
    [`fields = '{"amount": "500"}'`],
    [`people = 2`],
    [`made_at = made_at - interval '1 hour'`],
    [`expires_at = expires_at + interval '1 day'`],
  ])('that was changed to %s is not approved, and the database lets nobody change it', async (change) => {
    const made = await ask();
    const sql = `UPDATE approval_request SET ${change} WHERE id = '${made.id}'`;
    await expect(db.pool.query(sql)).rejects.toThrow('is not changed');
    const owner = createPool(db.adminUrl, { max: 1 });
    await owner.query('SET session_replication_role = replica');
    await owner.query(sql);
    await owner.end();
    expect(await approve(made, 'second')).toBe('changed');
  });

  it('is not checked by its maker in the database either', async () => {
    const made = await ask();
    const sql = 'INSERT INTO approval_check VALUES ($1, $2, now())';
    await expect(db.pool.query(sql, [made.id, idOf('maker')])).rejects.toThrow('does not check it');
  });
});
