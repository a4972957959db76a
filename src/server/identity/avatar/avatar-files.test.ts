import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readAvatarFile, removeAvatarFile, writeAvatarFile } from './avatar-files.ts';

const NAME = 'ab'.repeat(16);
let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'tikvo-avatar-'));
});
afterAll(() => rm(dataDir, { recursive: true }));

describe('files of pictures', () => {
  it('are written whole, read and removed', async () => {
    await writeAvatarFile(dataDir, { name: NAME, png: Buffer.from('png') });
    expect(await readdir(join(dataDir, 'files/avatars'))).toEqual([`${NAME}.png`]);
    expect((await readAvatarFile(dataDir, NAME))?.toString()).toBe('png');
    await removeAvatarFile(dataDir, NAME);
    await removeAvatarFile(dataDir, NAME);
    expect(await readAvatarFile(dataDir, NAME)).toBeNull();
  });

  it.each(['../secret', `../${NAME}`, `${NAME}.png`, '', 'AB'.repeat(16), `${NAME}/..`, `${NAME}\0`])(
    'are nothing else, whatever the name: %j',
    async (name) => {
      await writeFile(join(dataDir, 'secret.png'), 'secret');
      expect(await readAvatarFile(dataDir, name)).toBeNull();
      await expect(writeAvatarFile(dataDir, { name, png: Buffer.from('x') })).rejects.toThrow('not the name');
    },
  );
});
