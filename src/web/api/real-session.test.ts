import { describe, expect, it } from 'vitest';
import { RealSession } from './real-session.ts';
import type { TabNews, Tabs } from './real-session.ts';

/** Tabs of one browser: one lock, one channel that reaches the others only. */
function browser() {
  let last: Promise<unknown> = Promise.resolve();
  const ears = new Map<object, (news: TabNews) => void>();
  const open = (): RealSession => {
    const self = {};
    const tabs: Tabs = {
      alone: (run) => {
        const mine = last.then(run, run);
        last = mine.catch(() => undefined);
        return mine;
      },
      tell: (news) => {
        for (const [other, ear] of ears) if (other !== self) ear(news);
      },
      hear: (listener) => {
        ears.set(self, listener);
        return () => ears.delete(self);
      },
    };
    return new RealSession(tabs);
  };
  return { open };
}

function server(answers: readonly (string | null | Error)[]) {
  let calls = 0;
  const refresh = async () => {
    const next = answers[calls] ?? null;
    calls += 1;
    await Promise.resolve();
    if (next instanceof Error) throw next;
    return next;
  };
  return { refresh, calls: () => calls };
}

describe('the session of a signed-in person', () => {
  it('asks once for calls at the same time', async () => {
    const tab = browser().open();
    const { refresh, calls } = server(['one', 'two']);
    expect(await Promise.all([tab.renew(refresh), tab.renew(refresh)])).toEqual(['one', 'one']);
    expect(calls()).toBe(1);
    expect(tab.read()).toBe('one');
  });

  it('asks once for two tabs', async () => {
    const { open } = browser();
    const [first, second] = [open(), open()];
    const { refresh, calls } = server(['one', 'two']);
    expect(await Promise.all([first.renew(refresh), second.renew(refresh)])).toEqual(['one', 'one']);
    expect(calls()).toBe(1);
  });

  it('asks again for a token that is refused after all', async () => {
    const tab = browser().open();
    const { refresh, calls } = server(['one', 'two']);
    await tab.renew(refresh);
    expect(await tab.renew(refresh)).toBe('two');
    expect(calls()).toBe(2);
  });

  it('forgets the token here and in every tab when nobody is signed in any more', async () => {
    const { open } = browser();
    const [first, second] = [open(), open()];
    const heard: (string | null)[] = [];
    second.watch((token) => heard.push(token));
    const { refresh } = server(['one', null]);
    await first.renew(refresh);
    expect(second.read()).toBe('one');
    expect(await first.renew(refresh)).toBeNull();
    expect([first.read(), second.read()]).toEqual([null, null]);
    expect(heard).toEqual(['one', null]);
  });

  it('keeps the token while nobody answers, and can try again', async () => {
    const tab = browser().open();
    const { refresh } = server(['one', new Error('away'), 'two']);
    await tab.renew(refresh);
    await expect(tab.renew(refresh)).rejects.toThrow('away');
    expect(tab.read()).toBe('one');
    expect(await tab.renew(refresh)).toBe('two');
  });

  it('tells the other tabs of a sign-in and of a sign-out', () => {
    const { open } = browser();
    const [first, second] = [open(), open()];
    first.begin('one');
    expect(second.read()).toBe('one');
    second.end();
    expect(first.read()).toBeNull();
  });
});
