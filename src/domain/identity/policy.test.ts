import { describe, expect, it } from 'vitest';
import type { Role } from './actor.ts';
import { isStaff, realmOf, refuseCaller } from './policy.ts';

const ROLES: readonly Role[] = [
  'USER',
  'DEMO',
  'SUPPORT',
  'COMPLIANCE',
  'CASHIER',
  'EDITOR',
  'RESOLVER',
  'ADMIN',
  'AUDITOR',
];

describe('who may call a route', () => {
  it('lets in exactly the callers of the row', () => {
    for (const role of ROLES) {
      expect(refuseCaller([role], role)).toBeNull();
      for (const other of ROLES.filter((one) => one !== role)) {
        expect(refuseCaller([role], other)).toEqual({ code: 'PermissionsError' });
      }
    }
  });

  it('asks a visitor to sign in, unless the row is open to visitors', () => {
    expect(refuseCaller(['DEMO'], null)).toEqual({ code: 'NotSignedIn' });
    expect(refuseCaller(['VISITOR', 'DEMO'], null)).toBeNull();
  });

  it('does not take a visitor row for a role', () => {
    expect(refuseCaller(['VISITOR'], 'ADMIN')).toEqual({ code: 'PermissionsError' });
  });

  it('counts as staff whoever does not trade', () => {
    expect(ROLES.filter((role) => !isStaff(role))).toEqual(['USER', 'DEMO']);
  });

  it('puts only demo people into the demo realm', () => {
    expect(ROLES.filter((role) => realmOf(role) === 'demo')).toEqual(['DEMO']);
  });
});
