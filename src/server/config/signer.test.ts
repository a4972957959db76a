import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readSigner, readSignerSettings } from './signer.ts';

const folder = mkdtempSync(join(tmpdir(), 'tikvo-signer-'));
writeFileSync(join(folder, 'file'), '');
afterAll(() => rmSync(folder, { recursive: true }));

const LONG = 'a-folder-of-forty-letters-in-which-it-lies/'.repeat(3);

describe('the signer in the settings', () => {
  it('is our own in the data folder, or the one of SIGNER_SOCKET', () => {
    expect(readSigner({}, folder)).toEqual({
      signer: { socket: join(folder, 'signer.sock'), own: true },
      mistakes: [],
    });
    const socket = join(folder, 'there.sock');
    expect(readSigner({ SIGNER_SOCKET: socket }, '/data')).toEqual({ signer: { socket, own: false }, mistakes: [] });
  });

  it.each([
    ['a folder that is missing', { SIGNER_SOCKET: join(folder, 'none/there.sock') }, folder, 'there is no folder'],
    ['a file', { SIGNER_SOCKET: join(folder, 'file') }, folder, 'which is no socket'],
    ['a long path', { SIGNER_SOCKET: `${folder}/${LONG}.sock` }, folder, 'SIGNER_SOCKET is too long'],
    ['a long data folder', {}, `/${LONG}`, 'DATA_DIR is too long a path for the socket'],
  ])('is refused with a sentence at %s', (...[, env, dataDir, sentence]) => {
    expect(readSigner(env, dataDir).mistakes.join('\n')).toContain(sentence);
  });

  it('of its own process are three', () => {
    expect(readSignerSettings({ DATA_DIR: folder, DATABASE_URL: 'postgresql://a:b@c/d' })).toEqual({
      settings: { dataDir: folder, place: { socket: join(folder, 'signer.sock'), own: true }, logLevel: 'info' },
      mistakes: [],
    });
    expect(readSignerSettings({ LOG_LEVEL: 'loud' }).mistakes).toEqual([
      'The signer needs DATA_DIR: its keys are in the folder keys there.',
      'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent.',
    ]);
  });
});
