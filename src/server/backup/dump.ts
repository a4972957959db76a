import { spawn } from 'node:child_process';
import { CommandRefused } from '#server/command.ts';

/** A program of PostgreSQL that fits a server. */
export interface DumpTool {
  readonly command: string;
  readonly version: string;
}

/** The program where it is there and as new as the server; else what is there, for the sentence that says so. */
export type FoundTool = { readonly tool: DumpTool } | { readonly tool: null; readonly there: string | null };

/** Looks for `pg_dump` or `pg_restore` in PG_BIN or the PATH: one dumps and restores servers of its own version and older ones. */
export async function findTool(
  name: 'pg_dump' | 'pg_restore',
  { server, bin }: { readonly server: string; readonly bin: string | null },
): Promise<FoundTool> {
  const command = bin === null ? name : `${bin}/${name}`;
  const said = await run({ command, args: ['--version'], env: process.env }).catch(() => null);
  const version = /(\d+)(\.\d+)?/.exec(said?.out ?? '')?.[0] ?? null;
  if (version === null || Number.parseInt(version) < Number.parseInt(server)) return { tool: null, there: version };
  return { tool: { command, version } };
}

/** Writes a dump of a database in the format that pg_restore reads. Throws CommandRefused with what the program said. */
export async function dumpDatabase(
  tool: DumpTool,
  { url, file, signal }: { readonly url: string; readonly file: string; readonly signal: AbortSignal },
): Promise<void> {
  const { env, args } = connectionOf(url);
  await orRefused('pg_dump', run({ command: tool.command, args: ['-Fc', '-f', file, ...args], env, signal }));
}

/** Puts a dump into an empty database, whole or not at all. `rights`: those that the dump names, for a role of the same name. */
export async function restoreDump(
  tool: DumpTool,
  { url, file, rights }: { readonly url: string; readonly file: string; readonly rights: boolean },
): Promise<void> {
  const { env, args } = connectionOf(url);
  const options = ['--no-owner', ...(rights ? [] : ['--no-acl']), '--exit-on-error', '--single-transaction'];
  await orRefused('pg_restore', run({ command: tool.command, args: [...options, ...args, file], env }));
}

/** The password goes by the environment: a command line is for everybody on the machine to read. */
function connectionOf(url: string): { readonly env: NodeJS.ProcessEnv; readonly args: readonly string[] } {
  const plain = new URL(url);
  const password = decodeURIComponent(plain.password);
  plain.password = '';
  return {
    env: { ...process.env, ...(password === '' ? {} : { PGPASSWORD: password }) },
    args: ['--dbname', plain.href, '--no-password'],
  };
}

async function orRefused(name: string, running: Promise<Ran>): Promise<void> {
  const { code, err } = await running;
  if (code !== 0) throw new CommandRefused(`${name} ended with ${code}: ${err.trim()}`);
}

interface Run {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly signal?: AbortSignal;
}

interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

function run({ command, args, env, signal }: Run): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      ...(signal === undefined ? {} : { signal }),
    });
    const said = { out: '', err: '' };
    child.stdout.setEncoding('utf8').on('data', (part: string) => (said.out += part));
    child.stderr.setEncoding('utf8').on('data', (part: string) => (said.err += part));
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, ...said }));
  });
}
