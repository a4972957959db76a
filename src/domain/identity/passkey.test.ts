import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { leavesAWay } from './passkey.ts';

describe('the last way to sign in', () => {
  it.each([
    { ways: { password: true, passkeys: 1, links: 0 }, gone: 'passkey', left: true },
    { ways: { password: false, passkeys: 1, links: 0 }, gone: 'passkey', left: false },
    { ways: { password: false, passkeys: 2, links: 0 }, gone: 'passkey', left: true },
    { ways: { password: false, passkeys: 0, links: 1 }, gone: 'link', left: false },
    { ways: { password: false, passkeys: 1, links: 1 }, gone: 'link', left: true },
    { ways: { password: true, passkeys: 0, links: 0 }, gone: 'link', left: false },
  ] as const)('$ways without a $gone: $left', ({ ways, gone, left }) => {
    expect(leavesAWay(ways, gone)).toBe(left);
  });

  it('is never taken by any row of removals', () => {
    const start = fc.record({ password: fc.boolean(), passkeys: fc.nat(4), links: fc.nat(4) });
    fc.assert(
      fc.property(start, fc.array(fc.constantFrom('passkey', 'link')), (ways, removals) => {
        let now = { ...ways };
        fc.pre(now.password || now.passkeys + now.links > 0);
        for (const gone of removals as ('passkey' | 'link')[]) {
          if (!leavesAWay(now, gone)) continue;
          now = gone === 'passkey' ? { ...now, passkeys: now.passkeys - 1 } : { ...now, links: now.links - 1 };
          expect(Math.min(now.passkeys, now.links)).toBeGreaterThanOrEqual(0);
          expect(now.password || now.passkeys + now.links > 0).toBe(true);
        }
      }),
    );
  });
});
