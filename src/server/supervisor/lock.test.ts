import { spawn } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FolderInUse, lockFolder } from './lock.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'tikvo-lock-'));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

describe('the lock of a data folder', () => {
  it('is taken, given free, and taken again', () => {
    const lock = lockFolder(dataDir);
    expect(existsSync(join(dataDir, 'server.pid'))).toBe(true);
    lock.release();
    expect(existsSync(join(dataDir, 'server.pid'))).toBe(false);
    lockFolder(dataDir).release();
  });

  it('keeps a second server out and says who holds it', () => {
    writeFileSync(join(dataDir, 'server.pid'), `${process.ppid} \n`);
    expect(() => lockFolder(dataDir)).toThrow(FolderInUse);
    expect(() => lockFolder(dataDir)).toThrow(`process ${process.ppid}`);
  });

  it.each([
    ['a process that is gone', '999999999 1\n'],
    ['a number that belongs to another process now', `${process.ppid} 1\n`],
    ['a torn file', ''],
  ])('does not fear %s', (_what, left) => {
    writeFileSync(join(dataDir, 'server.pid'), left);
    expect(() => lockFolder(dataDir).release()).not.toThrow();
    expect(existsSync(join(dataDir, 'server.pid'))).toBe(false);
  });

  it.skipIf(process.platform !== 'linux')('does not fear a killed process that nobody has waited for', async () => {
    // The shell becomes `sleep`, which never asks for the end of the child that it inherited: a child that ended before would be asked for.
    const keeper = spawn('sh', ['-c', 'sleep 1 & echo $!; exec sleep 60'], { stdio: ['ignore', 'pipe', 'ignore'] });
    const pid = await new Promise<string>((resolve) =>
      keeper.stdout.once('data', (text) => resolve(String(text).trim())),
    );
    const stateOf = () => readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.[0];
    await expect.poll(stateOf, { timeout: 60_000 }).toBe('Z');
    writeFileSync(join(dataDir, 'server.pid'), `${pid} \n`);
    expect(() => lockFolder(dataDir).release()).not.toThrow();
    keeper.kill('SIGKILL');
  });

  it('does not count in a copy of the folder', () => {
    const [file, copy] = [join(dataDir, 'server.pid'), join(dataDir, 'copy')];
    lockFolder(dataDir);
    const of = (pid: number) => readFileSync(file, 'utf8').replace(/^\d+ \S*/, `${pid} `);
    writeFileSync(file, of(process.ppid));
    mkdirSync(copy);
    copyFileSync(file, join(copy, 'server.pid'));
    expect(() => lockFolder(copy).release()).not.toThrow();
    expect(() => lockFolder(dataDir)).toThrow(FolderInUse);
  });

  it('never removes the lock of somebody else', () => {
    const lock = lockFolder(dataDir);
    writeFileSync(join(dataDir, 'server.pid'), `${process.ppid} \n`);
    lock.release();
    expect(existsSync(join(dataDir, 'server.pid'))).toBe(true);
  });
});
