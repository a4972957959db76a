import { describe, expect, it } from 'vitest';
import { tablesOf } from '#tests/house/sql-tables.ts';
import { SqlTexts } from '#tests/house/sql-texts.ts';
import { ACROSS, EXCEPTIONS, MOST_EXCEPTIONS, NAMED_LATER, PUBLISHED, TABLES } from './table-owners.ts';
import { treeFiles } from './tree.ts';

const tree = treeFiles();
const files = tree.filter((file) => /^src\/server\/.*\.ts$/.test(file.path) && !file.path.endsWith('.test.ts'));
const schema = tree
  .filter((file) => /^src\/server\/db\/migrations\/.*\.sql$/.test(file.path))
  .toSorted((a, b) => (a.path < b.path ? -1 : 1))
  .map((file) => file.text)
  .join('\n');

const subjectOf = (path: string): string => (path.split('/').length > 3 ? (path.split('/')[2] ?? '') : 'server');
/** Tables that a subject names in its inventory of personal data. */
const inventories = files
  .filter(({ path }) => /^src\/server\/(?!personal-data\/)[\w-]+\/(?:store-)?personal-data\.ts$/.test(path))
  .flatMap(({ path, text }) =>
    [...text.matchAll(/\bholding\(\s*'(\w+)'/g)].map(([, table = '']) => [table, subjectOf(path)] as const),
  );
const kept = [
  ...inventories,
  ...Object.entries(TABLES).flatMap(([owner, own]) => own.map((table) => [table, owner] as const)),
];
const OWNERS = new Map(kept);

/** Tables, partitions with what they are parts of, and bodies of functions and views by name, as the migrations leave them. */
function readSchema(sql: string) {
  const tables = new Set<string>(['schema_migration']);
  const parts = new Map<string, string>();
  const bodies = new Map<string, string>();
  const statements =
    /^CREATE (?:UNLOGGED )?TABLE (?!graphile_worker\.)(\w+)(?: PARTITION OF (\w+))?|^ALTER TABLE (\w+) RENAME TO (\w+)|^DROP TABLE (\w+)|^CREATE (?:OR REPLACE )?FUNCTION (\w+)[\s\S]*?\$\$([\s\S]*?)\$\$|^CREATE (?:OR REPLACE )?VIEW (\w+)([^;]*);/gm;
  for (const [, table, whole, from, to, dropped, fn, fnBody, view, viewBody] of sql.matchAll(statements)) {
    if (table !== undefined && whole !== undefined) parts.set(table, whole);
    else if (table !== undefined) tables.add(table);
    for (const gone of [from, dropped]) if (gone !== undefined) tables.delete(gone);
    if (to !== undefined) tables.add(to);
    if (fn !== undefined) bodies.set(fn, fnBody ?? '');
    if (view !== undefined) bodies.set(view, viewBody ?? '');
  }
  return { tables, parts, bodies };
}

const { tables, parts, bodies } = readSchema(schema);

/** Subjects whose tables a view or a function touches. */
function ownersOf(body: string): readonly string[] {
  const { reads, writes } = tablesOf(body);
  const owners = [...reads, ...writes].flatMap((name) => OWNERS.get(parts.get(name) ?? name) ?? []);
  return [...new Set(owners)];
}

interface Use {
  readonly at: string;
  readonly subject: string;
  readonly table: string;
  readonly does: 'reads' | 'writes';
}

/** Every use of a table, and every place that names its table later. */
function readUses() {
  const texts = new SqlTexts(files);
  const later = new Set<string>();
  const asked: { readonly at: string; readonly subject: string; readonly name: string }[] = [];
  const uses = files.flatMap(({ path }) =>
    texts.of(path).flatMap(({ line, text }) => {
      const touched = tablesOf(text);
      if (touched.unknown > 0 && /\b(SELECT|INSERT|UPDATE|DELETE|FROM|JOIN|INTO)\b/.test(text)) later.add(path);
      const at = { at: `${path}:${line}`, subject: subjectOf(path) };
      for (const name of [...touched.reads, ...touched.calls]) if (bodies.has(name)) asked.push({ ...at, name });
      const known = (names: ReadonlySet<string>) =>
        [...names].map((name) => parts.get(name) ?? name).filter((name) => tables.has(name));
      return [
        ...known(touched.reads).map((table): Use => ({ ...at, table, does: 'reads' })),
        ...known(touched.writes).map((table): Use => ({ ...at, table, does: 'writes' })),
      ];
    }),
  );
  return { uses, later, asked };
}

const { uses, later, asked } = readUses();
const foreign = uses.filter(({ subject, table }) => OWNERS.get(table) !== subject);
const key = (use: { readonly subject: string; readonly table: string; readonly does: string }) =>
  `${use.subject} ${use.does} ${use.table}`;

describe('tables', () => {
  it('have one owner each, and the owner keeps no table that is not there', () => {
    expect([...OWNERS.keys()].toSorted()).toEqual([...tables].toSorted());
    expect(inventories.length).toBeGreaterThan(30);
    expect(kept.length).toBe(OWNERS.size);
    const folders = new Set(files.map((file) => subjectOf(file.path)));
    expect(Object.keys(TABLES).filter((subject) => !folders.has(subject))).toEqual([]);
  });

  it('are found in the stores', () => {
    const idle = ['account_kind_realm', 'grammar'];
    expect([...tables].filter((table) => !uses.some((use) => use.table === table)).toSorted()).toEqual(idle);
    expect(uses.filter(({ does }) => does === 'writes').length).toBeGreaterThan(150);
  });

  it('are written by their owner alone, and read by others only where a reason is listed', () => {
    // Who may write may read.
    const may = new Set(EXCEPTIONS.flatMap((line) => [key(line), key({ ...line, does: 'reads' })]));
    expect(foreign.filter((use) => !may.has(key(use))).map((use) => `${use.at} ${key(use)}`)).toEqual([]);
  });

  it('of the queue are in a schema of their library, which jobs alone name, and the question whether it can be made', () => {
    const naming = files.filter(({ text }) => text.includes('graphile_worker')).map(({ path }) => path);
    expect(naming).toEqual(['src/server/db/fit.ts', 'src/server/jobs/store.ts']);
  });

  it('have a list of exceptions that may only shrink', () => {
    const used = new Set(foreign.map(key));
    expect(EXCEPTIONS.filter((line) => !used.has(key(line))).map(key)).toEqual([]);
    expect(EXCEPTIONS.filter(({ why }) => why.length < 20).map(key)).toEqual([]);
    const lines = EXCEPTIONS.map((line) => `${key(line)}: ${line.why}`);
    console.info(`${lines.length} exceptions to the owners of tables:\n${lines.join('\n')}`);
    expect(lines.length).toBe(MOST_EXCEPTIONS);
  });

  it('are named where they are used, but for files that say where their names come from', () => {
    expect([...later].toSorted()).toEqual(Object.keys(NAMED_LATER).toSorted());
  });

  it('are in views and functions of one owner', () => {
    const mixed = [...bodies].filter(([, body]) => ownersOf(body).length > 1).map(([name]) => name);
    expect(bodies.size).toBeGreaterThan(10);
    expect(mixed.toSorted()).toEqual(Object.keys(ACROSS).toSorted());
  });

  it('are shown to others in views and functions that say whom they are for', () => {
    const foreignAsked = asked.filter(({ name, subject }) => {
      const [owner] = ownersOf(bodies.get(name) ?? '');
      return owner !== undefined && owner !== subject && !(name in ACROSS);
    });
    const unlisted = foreignAsked.filter(({ name, subject }) => !PUBLISHED[name]?.readers.includes(subject));
    expect(unlisted.map(({ at, subject, name }) => `${at} ${subject} asks ${name}`)).toEqual([]);
    for (const [name, { owner, readers }] of Object.entries(PUBLISHED)) {
      expect(ownersOf(bodies.get(name) ?? ''), name).toEqual([owner]);
      const used = new Set(foreignAsked.filter((one) => one.name === name).map(({ subject }) => subject));
      expect([...used].toSorted(), name).toEqual(readers.toSorted());
    }
  });
});

/** `reads / writes` of a statement. */
function told(sql: string): string {
  const { reads, writes } = tablesOf(sql);
  return `${[...reads].toSorted().join(' ')} / ${[...writes].toSorted().join(' ')}`;
}

describe('the tables of a statement', () => {
  it.each([
    ['SELECT a FROM account', 'account / '],
    ['select a from account where id = 1', 'account / '],
    ['SELECT 1 FROM account AS a, journal j, LATERAL (SELECT FROM transfer) t', 'account journal transfer / '],
    [
      'SELECT 1 FROM account a LEFT JOIN journal USING (id) JOIN ONLY transfer t ON t.id = a.id',
      'account journal transfer / ',
    ],
    ['SELECT 1 FROM (account a CROSS JOIN journal j)', 'account journal / '],
    ['SELECT (SELECT max(id) FROM journal), x FROM public.account', 'account journal / '],
    ['SELECT 1 FROM "account" WHERE EXISTS (SELECT FROM "public"."journal")', 'account journal / '],
    ['WITH own AS (SELECT * FROM account) SELECT * FROM own', 'account own / '],
    [
      'WITH gone AS (DELETE FROM account RETURNING id) INSERT INTO journal SELECT id FROM gone',
      'gone / account journal',
    ],
    ['INSERT INTO journal (id) SELECT id FROM account ON CONFLICT (id) DO UPDATE SET id = 1', 'account / journal'],
    ['UPDATE account SET a = j.a FROM journal j JOIN transfer t ON t.j = j.id', 'journal transfer / account'],
    ['UPDATE ONLY account AS a SET a = 1', ' / account'],
    ['DELETE FROM account a USING journal j WHERE j.id = a.id', 'journal / account'],
    ['TRUNCATE TABLE account, journal', ' / account journal'],
    ['LOCK TABLE account IN SHARE MODE', ' / account'],
    ['MERGE INTO account USING journal ON true WHEN MATCHED THEN UPDATE SET a = 1', 'journal / account'],
    ['COPY account TO STDOUT', 'account / '],
    ['SELECT 1 FROM account FOR NO KEY UPDATE OF account SKIP LOCKED', 'account / '],
    ['SELECT 1 FROM account FOR UPDATE', 'account / '],
    ["SELECT 'FROM journal', $$x$$ FROM account -- FROM transfer\n/* JOIN transfer */", 'account / '],
    ['SELECT extract(epoch FROM journal), substring(transfer FROM 2), a IS DISTINCT FROM b FROM account', 'account / '],
    ['SELECT 1 FROM unnest($1::int[]) AS journal (transfer) JOIN account ON true', 'account / '],
    ['prediction p LEFT JOIN settlement s ON true', 'settlement / '],
  ])('%s', (sql, expected) => {
    expect(told(sql)).toBe(expected);
  });

  const planted = (text: string, beside: Readonly<Record<string, string>> = {}): string => {
    const all = { 'src/server/a/store.ts': text, ...beside };
    const texts = new SqlTexts(Object.entries(all).map(([path, body]) => ({ path, text: body })));
    return texts
      .of('src/server/a/store.ts')
      .map(({ text: sql }) => told(sql))
      .filter((line) => line !== ' / ')
      .join(', ');
  };

  it('are found through constants, functions, choices and imports of the same subject', () => {
    expect(planted("const T = 'account a JOIN journal j ON true'; q(`SELECT 1 FROM ${T}`);")).toContain(
      'account journal / ',
    );
    expect(planted("const of = (x) => `(SELECT ${x} FROM account)`; q(`SELECT 1 FROM ${of('a')}`);")).toContain(
      'account / ',
    );
    expect(planted("q(`SELECT 1 FROM ${yes ? 'account' : 'journal'}`);")).toContain('account / ');
    expect(planted("const ALL = { a: 'SELECT FROM account' } as const; q(`WITH x AS (${ALL[k]}) TABLE x`);")).toContain(
      'account',
    );
    expect(planted("part({ name: 'x', table: 'account' });")).toBe(' / account');
    const shared = { 'src/server/a/shared.ts': "export const T = 'account';" };
    expect(planted("import { T } from './shared.ts'; q(`DELETE FROM ${T}`);", shared)).toBe(' / account');
  });

  it('of another subject come in as its own text', () => {
    const other = { 'src/server/b/index.ts': "export const LOCK = 'SELECT 1 FROM account FOR UPDATE';" };
    expect(planted("import { LOCK } from '#server/b/index.ts'; q(`WITH l AS (${LOCK}) SELECT FROM l`);", other)).toBe(
      'l / ',
    );
  });
});
