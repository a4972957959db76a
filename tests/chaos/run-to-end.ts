import { fork } from 'node:child_process';
import { once } from 'node:events';

interface Run {
  /** Of `bundleOf`: it passes the crash points of `crash-at.ts`. */
  readonly bundle: string;
  readonly env: Readonly<Record<string, string>>;
  /** A point, at the first pass of which it is killed; "point 2" for the second. */
  readonly crash?: string | undefined;
}

/** Runs a process to its end: its exit code, or the signal that ended it. */
export async function runToEnd({ bundle, env, crash }: Run): Promise<number | string> {
  const child = fork(bundle, {
    execArgv: ['--enable-source-maps'],
    env: {
      PATH: process.env['PATH'],
      MODE: 'sandbox',
      PORT: '0',
      LOG_LEVEL: 'fatal',
      ...env,
      ...(crash === undefined ? {} : { CRASH_AT: crash.includes(' ') ? crash : `${crash} 1` }),
    },
  });
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
  return signal ?? code ?? 0;
}
