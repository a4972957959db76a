import { posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PAGES } from '#web/routes.ts';
import { importsOf, treeFiles, type SourceFile } from './tree.ts';

/** Room -> rooms and packages it may import (`*`: any package). */
const ROOMS: Readonly<Record<string, { rooms: readonly string[]; packages: readonly string[] }>> = {
  domain: { rooms: ['domain'], packages: [] },
  protocol: { rooms: ['protocol', 'domain'], packages: ['zod'] },
  server: { rooms: ['server', 'protocol', 'domain'], packages: ['*'] },
  web: { rooms: ['web', 'protocol', 'domain', 'verify'], packages: ['*'] },
  bot: {
    rooms: ['bot', 'protocol', 'domain'],
    packages: ['node:crypto', 'node:events', 'node:timers', 'node:util', 'ws', 'zod'],
  },
  verify: { rooms: ['verify'], packages: ['node:crypto', 'node:fs', 'node:path', 'node:url', 'node:zlib'] },
};

/** Server folders that any subject may use. */
const FLOOR = [
  'ledger',
  'prices',
  'bus',
  'db',
  'facts',
  'jobs',
  'approvals',
  'desk',
  'settings',
  'vault',
  'audit',
  'mail',
  'geo',
  'net',
  'networks',
  'config',
  'logging',
  'idempotency',
  'personal-data',
  'routing',
  'objects',
  'providers',
  'pictures',
];
/** What a job is, for the manifests of all. */
const JOB = 'src/server/upkeep/upkeep.ts';
/** Server folders that call subjects through their doors. */
const CALLERS = ['http', 'live', 'upkeep', 'admin', 'doctor'];
/** Server packages that the browser must never load, and the reverse. */
const NOT_IN_WEB = ['pg', 'fastify', 'ws', 'pino', 'jose', 'prom-client'];
const NOT_IN_SERVER = ['react', 'react-dom', 'radix-ui', 'lightweight-charts', 'sonner'];

/** Files of the web that only the server runs. */
const SERVED = /\.server\.tsx?$|^src\/web\/(?:help|routes)\b/;

/** Named exceptions: file prefix -> import prefix. Each says why. */
const EXCEPTIONS: readonly { from: string; to: string; why: string }[] = [
  {
    from: 'src/server/engine-client/',
    to: 'src/web/i18n/locales/',
    why: 'server texts come from the same catalogue as the screens',
  },
];

/** The trading screen is one for both realms: these texts are of parts that a demo person never sees. */
const OF_REAL_PEOPLE = ['account', 'notifications', 'limits'];

/** Namespaces whose texts a file asks for. */
function spacesOf(text: string): string[] {
  const named = [...text.matchAll(/\buseTranslation\(\s*(\[[^\]]*\]|'\w+')/g)].flatMap(([, spaces = '']) => [
    ...spaces.matchAll(/'(\w+)'/g),
  ]);
  return [...new Set([...named, ...text.matchAll(/\bt\('(\w+):/g)].map(([, space = '']) => space))];
}

const files = treeFiles().filter((file) => /^src\/.*\.tsx?$/.test(file.path));
const sources = files.filter((file) => !/\.test\.tsx?$/.test(file.path));

/** Path inside the checkout that an import names, or null for a package. */
function target(file: SourceFile, name: string): string | null {
  if (name.startsWith('#')) return `src/${name.slice(1)}`;
  if (name.startsWith('.')) return posix.normalize(posix.join(posix.dirname(file.path), name));
  return null;
}

const room = (path: string): string => path.split('/')[1] ?? '';
const folder = (path: string): string => (path.split('/').length > 3 ? (path.split('/')[2] ?? '') : '');
const excepted = (from: string, to: string): boolean =>
  EXCEPTIONS.some((line) => from.startsWith(line.from) && to.startsWith(line.to));

function edges(): { file: SourceFile; name: string; to: string | null }[] {
  return sources.flatMap((file) => importsOf(file).map((name) => ({ file, name, to: target(file, name) })));
}

/** All files that are loaded with an entry, among these. */
function reaching(among: readonly SourceFile[]): (entry: string) => ReadonlySet<string> {
  const next = new Map(among.map((file) => [file.path, importsOf(file).map((name) => target(file, name))]));
  return (entry) => {
    const reached = new Set([entry]);
    for (const path of reached) for (const to of next.get(path) ?? []) if (to !== null) reached.add(to);
    return reached;
  };
}

function packageOf(name: string): string {
  return name
    .split('/')
    .slice(0, name.startsWith('@') ? 2 : 1)
    .join('/');
}

describe('walls', () => {
  it('looked at every room', () => {
    expect(sources.length).toBeGreaterThan(100);
    expect(edges().length).toBeGreaterThan(300);
    for (const name of ['domain', 'protocol', 'server', 'web']) {
      expect(sources.filter((file) => room(file.path) === name).length, name).toBeGreaterThan(5);
    }
  });

  it('knows every room there is', () => {
    const unknown = new Set(sources.map((file) => room(file.path)).filter((name) => !(name in ROOMS)));
    expect([...unknown]).toEqual([]);
  });

  it('lets a room import only what its row names', () => {
    const broken = edges().filter(({ file, name, to }) => {
      const row = ROOMS[room(file.path)];
      if (row === undefined) return true;
      if (to === null) return !row.packages.includes('*') && !row.packages.includes(packageOf(name));
      return !row.rooms.includes(room(to)) && !excepted(file.path, to);
    });
    expect(broken.map(({ file, name }) => `${file.path} -> ${name}`)).toEqual([]);
  });

  it('keeps server packages out of the browser and browser packages out of the server', () => {
    const broken = edges().filter(({ file, name, to }) => {
      if (to !== null) return false;
      const used = packageOf(name);
      if (room(file.path) === 'web') return NOT_IN_WEB.includes(used) || used === '@fastify';
      return room(file.path) === 'server' && NOT_IN_SERVER.includes(used);
    });
    expect(broken.map(({ file, name }) => `${file.path} -> ${name}`)).toEqual([]);
  });

  it('loads no schema into a page for a number: what pages take from the protocol reaches zod by types alone', () => {
    const loads = ({ text }: SourceFile) =>
      [...text.matchAll(/^(?:import|export) (?!type\b)[^;']*?from '([^']+)'/gm)].map((found) => found[1] ?? '');
    const byPath = new Map(sources.map((file) => [file.path, file] as const));
    const reachesZod = (path: string, seen = new Set<string>()): boolean => {
      const file = byPath.get(path);
      if (file === undefined || seen.has(path)) return false;
      seen.add(path);
      return loads(file).some((name) => name === 'zod' || reachesZod(target(file, name) ?? '', seen));
    };
    const inPages = sources.filter((file) => room(file.path) === 'web' && !SERVED.test(file.path));
    const heavy = inPages.flatMap((file) =>
      loads(file)
        .filter((name) => name.startsWith('#protocol/') && reachesZod(target(file, name) ?? ''))
        .map((name) => `${file.path} -> ${name}`),
    );
    expect(reachesZod('src/protocol/channels.ts')).toBe(true);
    expect(heavy).toEqual([]);
  });

  it('does not let a server subject import another subject, nor anybody reach past a door', () => {
    const broken = edges().filter(({ file, to }) => {
      if (to === null || room(file.path) !== 'server' || room(to) !== 'server') return false;
      const [from, into] = [folder(file.path), folder(to)];
      if (from === into || into === '' || from === '' || to === JOB) return false;
      const open = /\/(index|contract|wire|batch)\.ts$/.test(to) || FLOOR.includes(into);
      if (FLOOR.includes(from)) return !FLOOR.includes(into);
      if (CALLERS.includes(from)) return !open;
      return !FLOOR.includes(into) && into !== 'engine-client';
    });
    expect(broken.map(({ file, name }) => `${file.path} -> ${name}`)).toEqual([]);
  });

  it('lets only the process of the signer reach the secret keys of the proofs', () => {
    const secrets = 'src/server/proofs/keys/key-files.ts';
    const reachedBy = reaching(sources);
    expect(reachedBy('src/server/signer-process.ts').has(secrets)).toBe(true);
    for (const entry of ['start', 'main', 'engine-thread', 'admin/admin']) {
      const reached = reachedBy(`src/server/${entry}.ts`);
      expect(reached.size, entry).toBeGreaterThan(10);
      expect(reached.has(secrets), entry).toBe(false);
    }
  });

  it("lets only the process of the wallet's signer reach the keys of money", () => {
    const secrets = 'src/server/treasury/signer/wallet-keys.ts';
    const reachedBy = reaching(sources);
    expect(reachedBy('src/server/wallet-process.ts').has(secrets)).toBe(true);
    for (const entry of ['start', 'main', 'engine-thread', 'signer-process', 'admin/admin']) {
      expect(reachedBy(`src/server/${entry}.ts`).has(secrets), entry).toBe(false);
    }
  });

  it('keeps features apart in the web and the design system free of subjects', () => {
    const broken = edges().filter(({ file, to }) => {
      if (to === null || room(file.path) !== 'web' || room(to) !== 'web') return false;
      const [from, into] = [file.path.split('/'), to.split('/')];
      if (from[2] === 'features') return into[2] === 'pages' || (into[2] === 'features' && into[3] !== from[3]);
      return from[2] === 'ui' && (into[2] === 'features' || into[2] === 'pages');
    });
    expect(broken.map(({ file, name }) => `${file.path} -> ${name}`)).toEqual([]);
  });

  it('sends each page the texts of every part that it can show', () => {
    // What is imported for its types alone is not shown.
    const shown = sources.map((file) => ({ ...file, text: file.text.replace(/^(import|export) type [^;]*;/gm, '') }));
    const reachedBy = reaching(shown);
    const spaces = new Map(shown.map(({ path, text }) => [path, spacesOf(text)]));
    const lacking = PAGES.flatMap(({ id, file, site, namespaces }) => {
      const entries = [file, ...(site === 'dashboard' ? ['pages/dashboard/frame.tsx'] : [])];
      const parts = new Set(entries.flatMap((entry) => [...reachedBy(`src/web/${entry}`)]));
      const has = new Set<string>([...namespaces, ...(id === 'trading-demo' ? OF_REAL_PEOPLE : [])]);
      return [...parts].flatMap((path) =>
        (spaces.get(path) ?? []).filter((space) => !has.has(space)).map((space) => `${id}: ${space} of ${path}`),
      );
    });
    expect([...spaces.values()].flat().length).toBeGreaterThan(200);
    expect(lacking).toEqual([]);
  });

  it('keeps SQL in stores, the ledger and the database room', () => {
    const sql = /\b(SELECT\s[\s\S]{1,200}\sFROM\s|INSERT\s+INTO\s|DELETE\s+FROM\s|UPDATE\s+\w+\s+SET\s)/;
    const broken = sources.filter(
      (file) =>
        room(file.path) === 'server' &&
        !['ledger', 'db'].includes(folder(file.path)) &&
        !/(^|[-/])(store|persist)(-[a-z]+)*\.ts$/.test(file.path) &&
        sql.test(file.text),
    );
    expect(broken.map((file) => file.path)).toEqual([]);
  });

  it('writes accounts and transfers in the ledger alone', () => {
    const write = /(INSERT\s+INTO|UPDATE)\s+(account|transfer|journal)\b/i;
    const writers = sources.filter((file) => write.test(file.text) && folder(file.path) !== 'ledger');
    expect(writers.map((file) => file.path)).toEqual([]);
    expect(sources.some((file) => write.test(file.text))).toBe(true);
  });

  it('gives each door ten names at most, written out', () => {
    const doors = sources.filter((file) => /^src\/server\/[a-z]+\/index\.ts$/.test(file.path));
    expect(doors.length).toBeGreaterThan(4);
    for (const door of doors) {
      expect(door.text, door.path).not.toMatch(/export \*/);
      const values = [...door.text.matchAll(/^export (?:async )?(?:function|const|class) \w+/gm)].length;
      const lists = [...door.text.matchAll(/^export \{([^}]*)\}/gm)].flatMap((match) =>
        (match[1] ?? '').split(',').filter((name) => name.trim() !== '' && !name.trim().startsWith('type ')),
      ).length;
      expect(values + lists, door.path).toBeLessThanOrEqual(10);
    }
  });
});
