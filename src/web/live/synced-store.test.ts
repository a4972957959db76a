import { describe, expect, test } from 'vitest';
import { SyncedStore } from './synced-store.ts';

/** An answer that comes when it is told to. */
function onItsWay() {
  let [come, fail]: [(text: string) => void, (error: Error) => void] = [() => undefined, () => undefined];
  const promise = new Promise<string>((resolve, reject) => ([come, fail] = [resolve, reject]));
  return { promise, come, fail };
}

const replace = (_was: string, text: string) => text;

describe('answers and news', () => {
  test('an answer changes what was known', async () => {
    const value = new SyncedStore(() => 'first');
    value.hear(() => 'news');
    expect(await value.read(Promise.resolve('answer'), replace)).toBe('answer');
    expect(value.get()).toBe('answer');
  });

  test('news that came while it was on its way stay', async () => {
    const value = new SyncedStore(() => 'first');
    const answer = onItsWay();
    const read = value.read(answer.promise, replace);
    value.hear((was) => `${was} + news`);
    answer.come('answer');
    await read;
    expect(value.get()).toBe('answer + news');
  });

  test('an answer that was asked for later stays, whichever comes first', async () => {
    for (const order of [
      [0, 1],
      [1, 0],
    ]) {
      const value = new SyncedStore(() => 'first');
      const answers = [onItsWay(), onItsWay()];
      const reads = answers.map(({ promise }) => value.read(promise, replace));
      for (const at of order) answers[at]?.come(`answer ${at}`);
      await Promise.all(reads);
      expect(value.get()).toBe('answer 1');
    }
  });

  test('one that fails changes nothing, and holds nothing up', async () => {
    const value = new SyncedStore(() => 'first');
    const answer = onItsWay();
    const read = value.read(answer.promise, replace);
    value.hear(() => 'news');
    answer.fail(new Error('away'));
    await expect(read).rejects.toThrow('away');
    expect(value.get()).toBe('news');
    await value.read(Promise.resolve('answer'), replace);
    expect(value.get()).toBe('answer');
  });
});
