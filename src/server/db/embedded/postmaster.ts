import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { isPassingOutage } from '../outage.ts';

/** A running server as its own `postmaster.pid` describes it. */
export interface Postmaster {
  readonly pid: number;
  readonly port: number;
}

/** A server that outlived the process that started it (kill -9), or null. A pid file left by a dead one is removed. */
export function findPostmaster(dataFolder: string): Postmaster | null {
  const file = join(dataFolder, 'postmaster.pid');
  let lines: string[];
  try {
    lines = readFileSync(file, 'utf8').split('\n');
  } catch {
    return null;
  }
  const pid = Number(lines[0]);
  const port = Number(lines[3]);
  if (pid > 1 && isAlive(pid) && looksLikeServer(pid, dataFolder)) return { pid, port };
  rmSync(file, { force: true });
  return null;
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  return !isZombie(pid);
}

/** In a container whose first process does not reap, an ended orphan stays listed for ever. */
function isZombie(pid: number): boolean {
  if (process.platform !== 'linux') return false;
  try {
    return / Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8').slice(0, 80));
  } catch {
    return true;
  }
}

/** After a reboot the number may belong to anyone. Only Linux lets us look; elsewhere the connection decides. */
function looksLikeServer(pid: number, dataFolder: string): boolean {
  if (process.platform !== 'linux') return true;
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(dataFolder);
  } catch {
    return false;
  }
}

/** Waits until the server takes connections. False: `gaveUp()` said so, or the time is over. */
export async function waitUntilReady(
  url: string,
  { timeoutMs, gaveUp }: { readonly timeoutMs: number; readonly gaveUp: () => boolean },
): Promise<boolean> {
  const until = Date.now() + timeoutMs;
  while (Date.now() < until && !gaveUp()) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 });
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.end();
      return true;
    } catch (error) {
      await client.end().catch(() => undefined);
      if (!isPassingOutage(error) && !isTimeout(error)) throw error;
    }
    await pause(25);
  }
  return false;
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && /timeout|terminated/i.test(error.message);
}

/** Asks the server to end (fast: transactions are rolled back, nothing committed is lost); insists after 10 s. */
export async function stopPostmaster(pid: number): Promise<void> {
  signal(pid, 'SIGINT');
  if (await gone(pid, 10_000)) return;
  signal(pid, 'SIGQUIT');
  if (await gone(pid, 5000)) return;
  signal(pid, 'SIGKILL');
}

/** Resolves with true once the process has ended, with false after the time. */
async function gone(pid: number, timeoutMs: number): Promise<boolean> {
  const until = Date.now() + timeoutMs;
  while (isAlive(pid)) {
    if (Date.now() > until) return false;
    await pause(20);
  }
  return true;
}

function signal(pid: number, name: 'SIGINT' | 'SIGQUIT' | 'SIGKILL'): void {
  try {
    process.kill(pid, name);
  } catch {
    // Ended by itself meanwhile.
  }
}
