import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CommandRefused, WrongWords } from '#server/command.ts';
import { clearKilled, missingOf } from './check.ts';
import { FolderCopy } from './data-folder.ts';
import { Draft } from './draft.ts';
import { backupsIn, dropOld, findBackup } from './keep.ts';
import type { DatabaseState, Manifest } from './manifest.ts';
import { restoreBackup } from './restore.ts';
import { keepApart, needRoom, sizeText } from './room.ts';
import { HeldTails } from './tails.ts';
import { refuseUnfinishedRestore } from './unfinished-restore.ts';
import { readBackupWords, readRestoreWords } from './words.ts';

let folder: string;
const at = (...names: string[]) => join(folder, ...names);
const quiet = () => undefined;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tikvo-backup-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(path: string, text: string): void {
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, text);
}

const state: DatabaseState = {
  batch: 7,
  audit: `3:${'a'.repeat(64)}`,
  journals: { real: '65536', demo: '9223372036854775807' },
  people: 4,
  predictions: 9,
  open: 2,
};

function manifestOf(dataDir: string, begunAt: string): Manifest {
  return {
    v: 1,
    type: 'backup',
    product: '0.1.0',
    schema: 36,
    begunAt,
    endedAt: begunAt,
    host: 'here',
    dataDir,
    database: { kind: 'apart', version: '18.4' },
    state,
    keys: 'here',
    files: [],
    folders: [],
  };
}

describe('a draft of a backup', () => {
  it('has no name of a backup before it is whole, and leaves nothing when it is thrown away', async () => {
    write(at('source'), 'hello');
    const draft = await Draft.begin(at('backups'), quiet);
    await draft.copy(at('source'), 'data/file');
    await draft.folder('data/empty');
    expect(await backupsIn(at('backups'))).toEqual([]);
    await draft.discard();
    expect(readdirSync(at('backups'))).toEqual([]);
  });

  it('lists what it copied with sizes and hashes, the last copy of a name', async () => {
    write(at('source'), 'hello, but longer');
    const draft = await Draft.begin(at('backups'), quiet);
    await draft.copy(at('source'), 'data/file');
    write(at('source'), 'hello');
    await draft.copy(at('source'), 'data/file');
    const sha256 = '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824';
    expect(draft.files).toEqual([{ path: 'data/file', size: 5, sha256 }]);
    const made = await draft.finish('2026-11-20T17-04-09-123Z', manifestOf('/d', '2026-11-20T17:04:09.123Z'));
    expect(readFileSync(join(made, 'data/file'), 'utf8')).toBe('hello');
    expect(await backupsIn(at('backups'))).toEqual(['2026-11-20T17-04-09-123Z']);
  });

  it('takes away what a killed backup left, and not what another is making', async () => {
    mkdirSync(at('backups/.unfinished-999999999'), { recursive: true });
    mkdirSync(at(`backups/.unfinished-${process.ppid}`));
    const draft = await Draft.begin(at('backups'), quiet);
    expect(readdirSync(at('backups')).toSorted()).toEqual(
      [`.unfinished-${process.pid}`, `.unfinished-${process.ppid}`].toSorted(),
    );
    await draft.discard();
  });
});

describe('tails of ticks', () => {
  it('are copied to their end, though they grow, go away or are put in place anew meanwhile', async () => {
    for (const name of ['sealed', 'written', 'taken-up']) write(at('ticks/5', `${name}.tail`), 'a');
    const tails = new HeldTails(at('ticks'));
    await tails.hold();
    appendFileSync(at('ticks/5/sealed.tail'), 'b');
    rmSync(at('ticks/5/sealed.tail'));
    appendFileSync(at('ticks/5/written.tail'), 'b');
    copyFileSync(at('ticks/5/taken-up.tail'), at('ticks/5/taken-up.tail.new'));
    appendFileSync(at('ticks/5/taken-up.tail.new'), 'bc');
    renameSync(at('ticks/5/taken-up.tail.new'), at('ticks/5/taken-up.tail'));
    write(at('ticks/9/new.tail'), 'n');
    const draft = await Draft.begin(at('backups'), quiet);
    await tails.copyInto(draft, 'ticks');
    await tails.release();
    const copied = draft.files.map(({ path }) => `${path} ${readFileSync(join(draft.path, path), 'utf8')}`);
    expect(copied).toEqual([
      'ticks/5/sealed.tail ab',
      'ticks/5/taken-up.tail abc',
      'ticks/5/written.tail ab',
      'ticks/9/new.tail n',
    ]);
    await draft.discard();
  });
});

describe('the data folder', () => {
  it('is copied without what belongs to processes that run, and a second time with what is new', async () => {
    write(at('data/server.pid'), '1');
    write(at('data/postgres/password'), 'secret');
    write(at('data/ticks/5/1.tail'), 'ticks');
    write(at('data/feeds/live/state.new'), 'half');
    write(at('data/files/avatars/a.png'), 'a');
    write(at('data/keys/vault.json'), 'key');
    const [data, keys] = [await Draft.begin(at('backups'), quiet), await Draft.begin(at('apart'), quiet)];
    const copy = new FolderCopy(at('data'));
    await copy.copyInto({ data, keys });
    rmSync(at('data/files/avatars/a.png'));
    write(at('data/files/avatars/b.png'), 'b');
    await copy.copyInto({ data, keys });
    expect(data.files.map(({ path }) => path)).toEqual(['data/files/avatars/a.png', 'data/files/avatars/b.png']);
    expect(keys.files.map(({ path }) => path)).toEqual(['keys/vault.json']);
    await data.discard();
    await keys.discard();
  });
});

describe('where a backup goes', () => {
  it('is no folder within what is copied, not by a link either', async () => {
    mkdirSync(at('data'));
    await expect(keepApart(at('data/backups/deep'), at('data'))).rejects.toThrow(CommandRefused);
    symlinkSync(at('data'), at('link'));
    await expect(keepApart(at('link/backups'), at('data'))).rejects.toThrow(CommandRefused);
    await expect(keepApart(at('data'), at('data'))).rejects.toThrow('name another folder');
    await expect(keepApart(at('data-backups'), at('data'))).resolves.toBeUndefined();
  });

  it('has room for it', async () => {
    await expect(needRoom(at('backups'), 1)).resolves.toBeUndefined();
    await expect(needRoom(at('backups'), 2 ** 60)).rejects.toThrow(/has .* free; .* are needed. Nothing was written.$/);
    expect([0, 999, 1_234, 5_600_000_000].map(sizeText)).toEqual(['0 B', '999 B', '1.2 kB', '5.6 GB']);
  });
});

describe('backups that are kept', () => {
  it("are the newest ones of this data folder; others and unfinished ones are nobody else's to take away", async () => {
    const make = async (no: number, dataDir: string) => {
      const begunAt = `2026-11-2${no}T00:00:00.000Z`;
      const name = begunAt.replaceAll(/[:.]/g, '-');
      await (await Draft.begin(at('backups'), quiet)).finish(name, manifestOf(dataDir, begunAt));
      return name;
    };
    const [first, second, other, third] = [
      await make(0, '/d'),
      await make(1, '/d'),
      await make(2, '/other'),
      await make(3, '/d'),
    ];
    mkdirSync(at('backups/notes'));
    mkdirSync(at('apart', first), { recursive: true });
    const asked = { target: at('backups'), keysTarget: at('apart'), dataDir: '/d', keep: 2 };
    expect(await dropOld(asked)).toEqual([first]);
    expect(await dropOld(asked)).toEqual([]);
    expect(existsSync(at('apart', first))).toBe(false);
    expect(readdirSync(at('backups')).toSorted()).toEqual([second, other, third, 'notes']);
    expect((await findBackup(at('backups'), null)).folder).toBe(at('backups', third));
    await expect(findBackup(at('backups/notes'), null)).rejects.toThrow('There is no finished backup in');
  });
});

describe('a copy of the database', () => {
  it('holds at least what was committed before the backup ended', () => {
    expect(missingOf({ ...state, batch: 8, open: 0 }, state)).toEqual([]);
    expect(
      missingOf({ ...state, batch: 6, journals: { ...state.journals, demo: '9223372036854775806' } }, state),
    ).toEqual([
      'the last batch is 6, and was 7 when the backup was made',
      'the last journal of practice money is 9223372036854775806, and was 9223372036854775807 when the backup was made',
    ]);
  });
});

describe('words of the commands', () => {
  it.each([
    [[]],
    [['a', 'b']],
    [['check', 'a', 'b']],
    [['a', '--keep', '0']],
    [['a', '--keep', 'many']],
    [['a', '--nothing']],
  ])('that make no sense are refused: %j', (words) => expect(() => readBackupWords(words)).toThrow(WrongWords));

  it('are read', () => {
    const plain = { command: 'make', folder: 'check', keep: null, keys: null, check: false, folderOnly: false };
    expect(readBackupWords(['check'])).toEqual(plain);
    expect(readBackupWords(['check', 'b'])).toEqual({ ...plain, command: 'check', folder: 'b' });
    expect(readBackupWords(['b', '--keep', '7', '--keys', 'k', '--check', '--folder'])).toEqual({
      command: 'make',
      folder: 'b',
      keep: 7,
      keys: 'k',
      check: true,
      folderOnly: true,
    });
    expect(readRestoreWords(['b', '--to', 't'])).toEqual({ folder: 'b', to: 't', keys: null, replace: false });
    expect(() => readRestoreWords([])).toThrow(WrongWords);
  });
});

describe('the newest backup of a folder', () => {
  it('is not an older one when its manifest is spoilt or gone: that one is asked for by its name', async () => {
    const [older, newer] = ['2026-11-20T00-00-00-000Z', '2026-11-21T00-00-00-000Z'];
    for (const name of [older, newer])
      await (await Draft.begin(at('backups'), quiet)).finish(name, manifestOf('/d', '2026-11-20T00:00:00.000Z'));
    expect((await findBackup(at('backups'), null)).folder).toBe(at('backups', newer));
    const path = at('backups', newer, 'manifest.json');
    const text = readFileSync(path, 'utf8');
    const named = `To use the newest whole one, name it: ${at('backups', older)}`;
    writeFileSync(path, text.slice(0, text.length / 2));
    await expect(findBackup(at('backups'), null)).rejects.toThrow(`is not as a backup writes it. ${named}`);
    rmSync(path);
    await expect(findBackup(at('backups'), null)).rejects.toThrow(`there is no manifest.json in it. ${named}`);
    expect((await findBackup(at('backups', older), null)).folder).toBe(at('backups', older));
    rmSync(at('backups', older), { recursive: true });
    await expect(findBackup(at('backups'), null)).rejects.toThrow('There is no older one.');
  });
});

describe('what a killed check has left', () => {
  it('is taken away, and not what another works on', async () => {
    const names = ['.check-999999999-aBc123', '.check-aBc123', `.check-${process.ppid}-aBc123`, 'other'];
    for (const name of names) mkdirSync(at(name, 'postgres'), { recursive: true });
    await clearKilled(at());
    expect(readdirSync(at()).toSorted()).toEqual([`.check-${process.ppid}-aBc123`, 'other'].toSorted());
  });
});

describe('a restore', () => {
  const restore = async (dataDir: string, replace: boolean, say: (line: string) => void) => {
    const draft = await Draft.begin(at('backups'), quiet);
    write(at('source'), 'new');
    await draft.copy(at('source'), 'keys/vault.json');
    const manifest = { ...manifestOf('/d', '2026-11-20T00:00:00.000Z'), files: draft.files };
    await draft.finish('2026-11-20T00-00-00-000Z', manifest);
    const backup = await findBackup(at('backups'), null);
    return restoreBackup({ backup, dataDir, replace, databaseUrl: null, schema: 99, bin: null, say });
  };
  const refused = (dataDir: string) => () => refuseUnfinishedRestore(dataDir);

  it.each([
    { of: 'a used folder', text: 'old', replace: true },
    { of: 'a new one', text: null, replace: false },
  ])('of $of lets nothing start before its end, and says what to do after a kill', async ({ text, replace }) => {
    const dataDir = at('data');
    if (text !== null) write(join(dataDir, 'keys/vault.json'), text);
    const before = readdirSync(at());
    const lines = await restore(dataDir, replace, (line) => {
      if (!line.startsWith('they are put in place')) return;
      // As a process that is killed here leaves it.
      expect(existsSync(dataDir)).toBe(false);
      expect(refused(dataDir)).toThrow(`npm run restore -- ${at('backups')}/2026-11-20T00-00-00-000Z --replace again.`);
      expect(refused(dataDir)).toThrow(text === null ? /again\.$/ : 'What lay there before is in');
    });
    expect(refused(dataDir)).not.toThrow();
    expect(readFileSync(join(dataDir, 'keys/vault.json'), 'utf8')).toBe('new');
    expect(lines.join(' ')).toContain('is as it was on');
    expect(readdirSync(at()).filter((name) => name.startsWith('data.'))).toHaveLength(text === null ? 0 : 1);
    expect(before.filter((name) => !existsSync(at(name)))).toEqual([]);
  });

  it('that fails puts back what lay there, which starts again', async () => {
    write(at('data/keys/vault.json'), 'old');
    const failing = restore(at('data'), true, (line) => {
      if (line.startsWith('they are put in place')) rmSync(at('backups'), { recursive: true });
    });
    await expect(failing).rejects.toThrow('ENOENT');
    expect(readFileSync(at('data/keys/vault.json'), 'utf8')).toBe('old');
    expect(refused(at('data'))).not.toThrow();
  });

  it('again after a kill keeps in mind what lay there first, also where it fails', async () => {
    const dataDir = at('data');
    write(join(dataDir, 'keys/vault.json'), 'old');
    renameSync(dataDir, at('data.before-the-first'));
    // As one that was killed leaves it: the folder put aside, and half of the backup in its place.
    const mark = JSON.stringify({ backup: at('backups'), aside: at('data.before-the-first') });
    write(at('data.restoring'), mark);
    write(join(dataDir, 'half'), '');
    const failing = restore(dataDir, true, (line) => {
      if (line.startsWith('they are put in place')) rmSync(at('backups'), { recursive: true });
    });
    await expect(failing).rejects.toThrow('ENOENT');
    expect(readdirSync(dataDir)).toEqual(['half']);
    expect(readFileSync(at('data.restoring'), 'utf8')).toBe(mark);
    expect(refused(dataDir)).toThrow(`What lay there before is in ${at('data.before-the-first')}`);

    const lines = await restore(dataDir, true, (line) => {
      if (!line.startsWith('they are put in place')) return;
      expect(refused(dataDir)).toThrow(`What lay there before is in ${at('data.before-the-first')}`);
    });
    expect(refused(dataDir)).not.toThrow();
    expect(lines).toContain(`What lay there before is in ${at('data.before-the-first')}.`);
    expect(lines.join(' ')).toMatch(/What a restore that was killed had put there is in \S+\/data\.before-20/);
    expect(readFileSync(at('data.before-the-first/keys/vault.json'), 'utf8')).toBe('old');
  });

  it('that was killed before it moved anything says so, and goes on from there', async () => {
    const [dataDir, aside] = [at('data'), at('data.before-the-first')];
    write(join(dataDir, 'keys/vault.json'), 'old');
    write(at('data.restoring'), JSON.stringify({ backup: at('backups'), aside }));
    expect(refused(dataDir)).toThrow(`was to be put in ${aside}, which is not there`);
    expect(refused(dataDir)).not.toThrow('What lay there before is in');
    const lines = await restore(dataDir, true, quiet);
    expect(refused(dataDir)).not.toThrow();
    const before = /What lay there before is in (\S+)\./.exec(lines.join(' '))?.[1] ?? '';
    expect(readFileSync(join(before, 'keys/vault.json'), 'utf8')).toBe('old');
  });

  it('again after a kill that left no folder lets nothing start where it fails', async () => {
    write(at('data.before-the-first/keys/vault.json'), 'old');
    write(at('data.restoring'), JSON.stringify({ backup: at('backups'), aside: at('data.before-the-first') }));
    const failing = restore(at('data'), false, (line) => {
      if (line.startsWith('they are put in place')) rmSync(at('backups'), { recursive: true });
    });
    await expect(failing).rejects.toThrow('ENOENT');
    expect(refused(at('data'))).toThrow(`What lay there before is in ${at('data.before-the-first')}`);
  });
});
