import { existsSync, readlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { NoEmbeddedDatabase, prepareBinaries } from './binaries.ts';

const real = Object.getOwnPropertyDescriptor(process, 'arch')!;
afterEach(() => {
  Object.defineProperty(process, 'arch', real);
});

describe('the binaries of the embedded database', () => {
  it('lie ready, with the links of their libraries made again', async () => {
    const { postgres, initdb } = await prepareBinaries(null);
    expect([existsSync(postgres), existsSync(initdb)]).toEqual([true, true]);
    if (process.platform !== 'linux') return;
    const library = join(dirname(postgres), '../lib/libecpg.so.6');
    expect(readlinkSync(library)).toMatch(/^libecpg\.so\.6\.\d+$/);
    await expect(prepareBinaries(null)).resolves.toEqual({ postgres, initdb });
  });

  it('are missing on rare platforms, which one sentence says', async () => {
    Object.defineProperty(process, 'arch', { ...real, value: 'mips' });
    const refused = prepareBinaries(null);
    await expect(refused).rejects.toBeInstanceOf(NoEmbeddedDatabase);
    await expect(refused).rejects.toThrow(
      /^There is no embedded PostgreSQL for this platform \(.*mips is not installed\): set DATABASE_URL\.$/,
    );
  });
});
