import { describe, expect, it } from 'vitest';
import { holderOf, RealSession } from './real-session.ts';
import type { Holder, TabNews, Tabs } from './real-session.ts';

/** A token as far as a browser reads it: whose it is, and which of that person's. */
const tokenOf = (sub: string, no = 1) => `head.${Buffer.from(JSON.stringify({ sub, no })).toString('base64url')}.mark`;
const [ONE, TWO, OTHERS] = [tokenOf('ann'), tokenOf('ann', 2), tokenOf('bob?>')];
const held = (token: string): Holder => ({ kind: 'token', token });

/** Tabs of one browser: one lock, one channel that reaches the others only. */
function browser() {
  let last: Promise<unknown> = Promise.resolve();
  const ears = new Map<object, (news: TabNews) => void>();
  let reloads = 0;
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
    return new RealSession(tabs, () => {
      reloads += 1;
    });
  };
  return { open, reloads: () => reloads };
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
    const { refresh, calls } = server([ONE, TWO]);
    expect(await Promise.all([tab.renew(refresh), tab.renew(refresh)])).toEqual([held(ONE), held(ONE)]);
    expect(calls()).toBe(1);
    expect(tab.read()).toBe(ONE);
  });

  it('asks once for two tabs', async () => {
    const { open } = browser();
    const [first, second] = [open(), open()];
    const { refresh, calls } = server([ONE, TWO]);
    expect(await Promise.all([first.renew(refresh), second.renew(refresh)])).toEqual([held(ONE), held(ONE)]);
    expect(calls()).toBe(1);
  });

  it('is not renewed while somebody signs in in another tab: a cookie replaced on the way is refused', async () => {
    const { open, reloads } = browser();
    const [form, shown] = [open(), open()];
    const cookie = { of: ONE };
    const onTheWay = () => new Promise((resolve) => setTimeout(resolve, 5));
    const refresh = async () => {
      const sent = cookie.of;
      await onTheWay();
      return sent === cookie.of ? sent : null;
    };
    await shown.renew(refresh);
    const signIn = async () => {
      cookie.of = OTHERS;
      await onTheWay();
    };
    const [renewed] = await Promise.all([shown.renew(refresh), Promise.resolve().then(() => form.signIn(signIn))]);
    expect(renewed).toEqual(held(ONE));
    expect(await shown.renew(refresh)).toEqual({ kind: 'stranger' });
    expect(reloads()).toBe(1);
  });

  it('asks again for a token that is refused after all', async () => {
    const tab = browser().open();
    const { refresh, calls } = server([ONE, TWO]);
    await tab.renew(refresh);
    expect(await tab.renew(refresh)).toEqual(held(TWO));
    expect(calls()).toBe(2);
  });

  it('forgets the token here and in every tab when nobody is signed in any more', async () => {
    const { open } = browser();
    const [first, second] = [open(), open()];
    const heard: Holder[] = [];
    second.watch((holder) => heard.push(holder));
    const { refresh } = server([ONE, null]);
    await first.renew(refresh);
    expect(second.read()).toBe(ONE);
    expect(await first.renew(refresh)).toEqual({ kind: 'out' });
    expect([first.read(), second.read()]).toEqual([null, null]);
    expect(heard).toEqual([held(ONE), { kind: 'out' }]);
  });

  it('keeps the token while nobody answers, and can try again', async () => {
    const tab = browser().open();
    const { refresh } = server([ONE, new Error('away'), TWO]);
    await tab.renew(refresh);
    await expect(tab.renew(refresh)).rejects.toThrow('away');
    expect(tab.read()).toBe(ONE);
    expect(await tab.renew(refresh)).toEqual(held(TWO));
  });

  it('tells the other tabs of a sign-in and of a sign-out', () => {
    const { open } = browser();
    const [first, second] = [open(), open()];
    first.begin(ONE);
    expect(second.read()).toBe(ONE);
    second.end();
    expect(first.read()).toBeNull();
  });
});

describe('a page that shows one person while somebody else signs in', () => {
  it('hears of it from the other tab, keeps no token and begins anew', async () => {
    const { open, reloads } = browser();
    const [shown, other] = [open(), open()];
    const heard: Holder[] = [];
    shown.watch((holder) => heard.push(holder));
    await shown.renew(server([ONE]).refresh);
    other.begin(TWO);
    expect([shown.read(), reloads()]).toEqual([TWO, 0]);
    other.begin(OTHERS);
    expect([shown.read(), other.read(), reloads()]).toEqual([null, OTHERS, 1]);
    expect(heard).toEqual([held(TWO), { kind: 'stranger' }]);
  });

  it('hears of it from its own cookie as well, and hands the token on to tabs that may have it', async () => {
    const { open, reloads } = browser();
    const [shown, empty] = [open(), open()];
    const { refresh } = server([ONE, OTHERS]);
    await shown.renew(refresh);
    expect(await shown.renew(refresh)).toEqual({ kind: 'stranger' });
    expect([shown.read(), shown.shown(), empty.read(), reloads()]).toEqual([null, 'ann', OTHERS, 1]);
  });

  it('stays that person’s after a sign-out elsewhere, and shows whoever signs in on itself', async () => {
    const { open, reloads } = browser();
    const [shown, other] = [open(), open()];
    await shown.renew(server([ONE]).refresh);
    other.end();
    expect(await shown.renew(server([OTHERS]).refresh)).toEqual({ kind: 'stranger' });
    expect(reloads()).toBe(1);
    shown.begin(OTHERS);
    expect([shown.read(), shown.shown()]).toEqual([OTHERS, 'bob?>']);
  });

  it('reads no person where a token has none', () => {
    for (const bad of ['', 'a.b.c', `a.${btoa('null')}.c`, `a.${btoa('{"sub":1}')}.c`])
      expect(holderOf(bad)).toBeNull();
  });
});
