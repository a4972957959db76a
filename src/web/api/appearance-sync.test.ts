import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { COLOURS, THEMES } from '../appearance.ts';
import { nextStep } from './appearance-sync.ts';
import type { Look } from './appearance-sync.ts';

const DARK: Look = { theme: 'dark', colours: 'standard' };
const LIGHT: Look = { theme: 'light', colours: 'standard' };
const BLIND: Look = { theme: 'dark', colours: 'blind' };

describe('one look for all devices', () => {
  it.each([
    { what: 'nobody wants it: each device keeps its own', account: null, shared: null, here: LIGHT, step: 'none' },
    { what: 'it was turned off elsewhere', account: null, shared: DARK, here: DARK, step: 'forget' },
    { what: 'a device that comes anew takes it', account: LIGHT, shared: null, here: DARK, step: 'take' },
    { what: 'another device changed it', account: LIGHT, shared: DARK, here: DARK, step: 'take' },
    {
      what: 'this device changed it, on a page without framework',
      account: DARK,
      shared: DARK,
      here: BLIND,
      step: 'give',
    },
    { what: 'both did: the account is right', account: LIGHT, shared: DARK, here: BLIND, step: 'take' },
    { what: 'all is as it was', account: LIGHT, shared: LIGHT, here: LIGHT, step: 'none' },
  ])('$what', ({ account, shared, here, step }) => {
    expect(nextStep({ account, shared, here })).toBe(step);
  });

  it('comes to rest after one step, with the account and this device alike', () => {
    const look = fc.record({ theme: fc.constantFrom(...THEMES), colours: fc.constantFrom(...COLOURS) });
    fc.assert(
      fc.property(fc.option(look), fc.option(look), look, (account, shared, here) => {
        const step = nextStep({ account, shared, here });
        const after =
          step === 'take' && account !== null
            ? { account, shared: account, here: account }
            : step === 'give'
              ? { account: here, shared: here, here }
              : { account, shared: step === 'forget' ? null : shared, here };
        expect(nextStep(after)).toBe('none');
        expect(after.account ?? after.here).toEqual(after.here);
      }),
    );
  });
});
