import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { ROOT } from '#tests/tree.ts';

const FOLDER = join(ROOT, 'tests/upgrade');

/** What a person saw on the older version before it stopped, in the words of its API. */
export interface Left {
  readonly closed: readonly Seen[];
  readonly open: readonly Seen[];
  readonly orders: readonly Seen[];
  readonly positions: readonly Seen[];
  readonly fills: readonly Seen[];
  readonly notifications: readonly Seen[];
  readonly scheduled: readonly Seen[];
  readonly balances: Readonly<Record<string, unknown>>;
  readonly receipts: readonly object[];
  readonly page: { readonly items: readonly Seen[] };
}

export interface Seen {
  readonly id: string;
  readonly [field: string]: unknown;
}

/** What `scripts/make-upgrade-fixture.ts` wrote. */
export interface UpgradeFixture {
  readonly revision: string;
  readonly left: Left;
  readonly database: {
    /** Files of migrations that were applied. */
    readonly migrations: readonly string[];
    readonly tables: readonly {
      readonly name: string;
      readonly columns: readonly string[];
      /** A JSON list, unread: numbers of 64 bits stand in it. */
      readonly rows: string;
    }[];
    readonly sequences: readonly { readonly name: string; readonly last: string | null }[];
  };
  /** The data folder. */
  readonly files: readonly { readonly path: string; readonly base64: string }[];
}

/** One a revision. */
export function upgradeFixtures(): readonly string[] {
  return readdirSync(FOLDER).filter((name) => name.endsWith('.json.gz'));
}

export function readFixture(name: string): UpgradeFixture {
  return JSON.parse(gunzipSync(readFileSync(join(FOLDER, name))).toString('utf8')) as UpgradeFixture;
}

export function writeFolder(dataDir: string, files: UpgradeFixture['files']): void {
  for (const { path, base64 } of files) {
    const file = join(dataDir, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, Buffer.from(base64, 'base64'), { mode: 0o600 });
  }
}
