import { linkSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadTokenKeys } from '../identity/keys.ts';
import { loadPushKeys } from '../notifications/push/keys.ts';
import { makeKeyFile, readKeyFile } from './key-file.ts';
import { ensureKey } from '../proofs/keys/key-files.ts';
import { loadMasterKeys } from '../vault/master-keys.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'tikvo-key-file-'));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

const KINDS = [
  { name: 'vault.json', load: async () => loadMasterKeys({ dataDir, vaultKeys: [] }) },
  { name: 'access-token.json', load: () => loadTokenKeys(dataDir) },
  {
    name: 'push.json',
    load: async () => loadPushKeys({ dataDir, push: { key: null, trusted: [] } }),
  },
  { name: 'proof-root.pem', load: () => ensureKey(join(dataDir, 'keys/proof-root.pem')) },
];

describe('a file of keys', () => {
  it.each(KINDS)('$name is made once, and nothing beside it', async ({ name, load }) => {
    mkdirSync(join(dataDir, 'keys'));
    await load();
    const text = readFileSync(join(dataDir, 'keys', name), 'utf8');
    await load();
    expect(readFileSync(join(dataDir, 'keys', name), 'utf8')).toBe(text);
    expect(readdirSync(join(dataDir, 'keys'))).toEqual([name]);
  });

  it.each(KINDS.flatMap((kind) => ['', 0.5].map((part) => ({ ...kind, part }))))(
    '$name of which $part is left is named in a sentence, and stays as it is',
    async ({ name, load, part }) => {
      const path = join(dataDir, 'keys', name);
      mkdirSync(join(dataDir, 'keys'));
      await load();
      const text = readFileSync(path, 'utf8');
      const left = typeof part === 'string' ? part : text.slice(0, text.length * part);
      writeFileSync(path, left);
      const error = (await load().catch((thrown: unknown) => thrown)) as Error;
      expect(error.message).toMatch(/^\S+ (holds no master key|does not hold .+): bring that file back from a backup/);
      expect(error.message).toContain(path);
      expect(readFileSync(path, 'utf8')).toBe(left);
    },
  );

  it('is never replaced, and holds nothing where it is no object', () => {
    const path = join(dataDir, 'keys/one.json');
    expect(readKeyFile(path)).toBeNull();
    makeKeyFile(path, { no: 1 });
    makeKeyFile(path, { no: 2 });
    expect(readKeyFile(path)).toEqual({ no: 1 });
    for (const text of ['', 'null', '7', '{']) {
      writeFileSync(path, text);
      expect(readKeyFile(path), text).toEqual({});
    }
    expect(readdirSync(join(dataDir, 'keys'))).toEqual(['one.json']);
  });

  it.each(['vault.json', 'proof-root.pem'])(
    '%s is made without a look at what another process of the same number has linked and not taken away yet',
    async (name) => {
      const [path, other] = [name, 'other'].map((one) => join(dataDir, 'keys', one));
      mkdirSync(join(dataDir, 'keys'));
      writeFileSync(`${path}.${process.pid}`, 'of another process');
      linkSync(`${path}.${process.pid}`, other!);
      await KINDS.find((kind) => kind.name === name)?.load();
      expect(readFileSync(other!, 'utf8')).toBe('of another process');
    },
  );
});
