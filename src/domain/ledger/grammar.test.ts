import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { REALM_NO } from '../realm.ts';
import { ACCOUNT_KIND_NAMES, ACCOUNT_KINDS } from './account-kinds.ts';
import { CODES, GRAMMAR, isLegal } from './grammar.ts';

const MIGRATIONS = new URL('../../server/db/migrations/', import.meta.url);
const SQL = readdirSync(MIGRATIONS)
  .filter((name) => name.endsWith('.sql'))
  .map((name) => readFileSync(new URL(name, MIGRATIONS), 'utf8'))
  .join('\n');

/** Rows of the INSERT INTO `table` … VALUES statements of the migrations. */
function insertedRows(table: string): string[] {
  const statements = SQL.matchAll(new RegExp(`INSERT INTO ${table} \\([^)]*\\) VALUES\\n([^;]*);`, 'g'));
  return [...statements].flatMap(([, rows = '']) => rows.split('\n').map((line) => line.trim().replace(/,$/, '')));
}

describe('grammar', () => {
  it('is in the database row for row', () => {
    const ours = GRAMMAR.map((flow) => `(${flow.code}, '${flow.debit}', '${flow.credit}')`);
    expect(ours.length).toBeGreaterThan(100);
    expect(insertedRows('grammar').toSorted()).toEqual(ours.toSorted());
  });

  it('names no flow twice', () => {
    const keys = GRAMMAR.map((flow) => JSON.stringify(flow));
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('has every row of the design but those that post nothing of their own', () => {
    const rows = new Set(GRAMMAR.map((flow) => Math.floor(flow.code / 10)));
    const postNothing = [16, 36, 41];
    const expected = Array.from({ length: 43 }, (_, index) => index + 1).filter((row) => !postNothing.includes(row));
    expect([...rows].toSorted((a, b) => a - b)).toEqual(expected);
  });

  it('only names flows between kinds that share a realm', () => {
    const apart = GRAMMAR.filter(({ debit, credit }) => {
      const realms: readonly string[] = ACCOUNT_KINDS[credit].realms;
      return !ACCOUNT_KINDS[debit].realms.some((realm) => realms.includes(realm));
    });
    // The demo mint funds the house maker in the demo realm; house_bank does in the real one.
    expect(apart).toEqual([]);
  });

  it('holds the codes that are posted', () => {
    for (const code of Object.values(CODES)) expect(GRAMMAR.some((flow) => flow.code === code)).toBe(true);
  });

  it('tells a legal flow from its reverse', () => {
    expect(isLegal({ code: 180, debit: 'user_cash', credit: 'user_locked' })).toBe(true);
    expect(isLegal({ code: 180, debit: 'user_locked', credit: 'user_cash' })).toBe(false);
    expect(isLegal({ code: 999, debit: 'user_cash', credit: 'user_locked' })).toBe(false);
  });
});

describe('chart of accounts', () => {
  it('is in the database kind for kind', () => {
    const ours = ACCOUNT_KIND_NAMES.map((kind) => {
      const rule = ACCOUNT_KINDS[kind];
      return `('${kind}', '${rule.class}', '${rule.normal}', ${rule.guarded})`;
    });
    expect(insertedRows('account_kind').toSorted()).toEqual(ours.toSorted());
  });

  it('opens the same kinds to demo as the database', () => {
    const ours = ACCOUNT_KIND_NAMES.filter((kind) =>
      (ACCOUNT_KINDS[kind].realms as readonly string[]).includes('demo'),
    );
    expect(insertedRows('account_kind_realm').toSorted()).toEqual(
      ours.map((kind) => `('${kind}', ${REALM_NO.demo})`).toSorted(),
    );
  });

  it('guards what a person owns, and never income or expense', () => {
    const rules = ACCOUNT_KIND_NAMES.map((kind) => ({ kind, ...ACCOUNT_KINDS[kind] }));
    expect(rules.filter((rule) => rule.kind.startsWith('user_') && !rule.guarded)).toEqual([]);
    expect(rules.filter((rule) => ['I', 'X'].includes(rule.class) && rule.guarded)).toEqual([]);
    expect(rules.filter((rule) => ['A', 'X'].includes(rule.class) !== (rule.normal === 'D'))).toEqual([]);
  });
});
