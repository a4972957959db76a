import { describe, expect, it } from 'vitest';
import { NOBODY, withPerson } from './people.ts';
import type { Person } from './people.ts';

const money = { totalBalance: 1, totalBalanceStr: '1.00', verifications: { email: true } };
const real: Person = { id: 'r', role: 'USER', ...money };
const demo: Person = { id: 'd', role: 'DEMO', ...money };

describe('whom a browser acts for', () => {
  it('keeps a demo person as the demo user and forgets the real one', () => {
    expect(withPerson(withPerson(NOBODY, real), demo)).toEqual({ user: null, demoUser: demo });
  });

  it('keeps the demo user beside a real one', () => {
    expect(withPerson(withPerson(NOBODY, demo), real)).toEqual({ user: real, demoUser: demo });
  });

  it('forgets both with nobody', () => {
    expect(withPerson({ user: real, demoUser: demo }, null)).toEqual(NOBODY);
  });
});
