import { describe, expect, it } from 'vitest';
import { opposite, rowChanges, turnable, withChanges, type Preferences } from './switches.ts';

const PREFERENCES: Preferences = {
  kinds: [
    { kind: 'prediction_settled', group: 'trading', app: 'on', email: 'off', push: 'none' },
    { kind: 'avatar_ready', group: 'account', app: 'on', email: 'on', push: 'on' },
    { kind: 'security', group: 'account', app: 'locked', email: 'locked', push: 'none' },
  ],
  emailPaused: false,
};
const [settled, avatar, security] = PREFERENCES.kinds as [
  Preferences['kinds'][number],
  Preferences['kinds'][number],
  Preferences['kinds'][number],
];

describe('switches of notifications', () => {
  it('leave locked ones alone', () => {
    expect(turnable(security)).toEqual([]);
    expect(rowChanges(security)).toEqual([]);
  });

  it('turn a row on where one is off, and off where all are on', () => {
    expect(rowChanges(settled)).toEqual([{ kind: 'prediction_settled', channel: 'email', on: true }]);
    expect(rowChanges(avatar).map(({ on }) => on)).toEqual([false, false, false]);
  });

  it('are taken back as they were', () => {
    const changes = rowChanges(avatar);
    const turned = withChanges(PREFERENCES, changes);
    expect(turned.kinds[1]).toMatchObject({ app: 'off', email: 'off', push: 'off' });
    expect(turned.kinds[0]).toEqual(settled);
    expect(withChanges(turned, opposite(changes))).toEqual(PREFERENCES);
  });
});
