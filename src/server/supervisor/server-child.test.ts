import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runServerChild } from './server-child.ts';

let folder: string;
let starts: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tikvo-server-child-'));
  starts = join(folder, 'starts');
  writeFileSync(starts, '');
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A process that notes its start, and then does `what`. `crashed` resolves at its first crash. */
function run(what: string, againMs?: number) {
  const file = join(folder, 'server.mjs');
  writeFileSync(file, `import { appendFileSync } from 'node:fs'; appendFileSync(process.env.STARTS, '.'); ${what}`);
  let tell: () => void = () => undefined;
  const crashed = new Promise<void>((resolve) => (tell = resolve));
  const server = runServerChild({
    file: pathToFileURL(file),
    env: () => ({ ...process.env, STARTS: starts }),
    log: { warn: () => tell(), error: () => undefined },
    onReady: () => undefined,
    ...(againMs === undefined ? {} : { againMs }),
  });
  return { server, crashed };
}

const begun = () => readFileSync(starts, 'utf8').length;

describe('the server under its parent', () => {
  it('is started again after a crash, until it crashes too often', async () => {
    const { server } = run('process.exit(7)', 1);
    expect(await server.over).toBe(1);
    expect(begun()).toBe(6);
  });

  it('is not started again when it cannot start', async () => {
    const { server } = run('process.exit(2)');
    expect(await server.over).toBe(2);
    expect(begun()).toBe(1);
  });

  it('is not started again by a stop between a crash and the next start', async () => {
    // The next start is further away than any test waits: the stop does not wait for it either.
    const { server, crashed } = run('process.exit(7)', 3_600_000);
    await crashed;
    await server.stop();
    expect(await server.over).toBe(0);
    expect(begun()).toBe(1);
  });

  it('is stopped when it runs', async () => {
    const { server } = run('setInterval(() => undefined, 1_000)');
    await expect.poll(begun).toBe(1);
    await server.stop();
    expect(await server.over).toBe(0);
  });
});
