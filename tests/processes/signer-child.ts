import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { SignerClient } from '#server/proofs/index.ts';

/** The signer of a build in a process of its own, as its parent sees it. */
export interface SignerChild {
  readonly pid: number;
  readonly ended: Promise<number | NodeJS.Signals>;
  /** Asks it to end as `npm start` does: by hanging up. */
  hangUp(): void;
  /** kill -9; resolves when it is gone. */
  kill(): Promise<void>;
}

/** Starts the signer of a build on a data folder. Resolves when it answers. */
export async function startSigner(build: string, env: { readonly DATA_DIR: string }): Promise<SignerChild> {
  const child = fork(join(build, 'signer-process.js'), {
    env: { PATH: process.env['PATH'], LOG_LEVEL: 'fatal', ...env },
  });
  const ended = once(child, 'exit').then(([code, signal]) => (signal ?? code) as number | NodeJS.Signals);
  const client = new SignerClient(join(env.DATA_DIR, 'signer.sock'));
  for (let tries = 0; ; tries += 1) {
    const answered = await client.keys().then(
      () => null,
      (error: unknown) => error,
    );
    if (answered === null) break;
    if (tries === 300 || child.exitCode !== null) throw answered;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return {
    pid: child.pid ?? 0,
    ended,
    hangUp: () => child.disconnect(),
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
