import { describe, expect, it } from 'vitest';
import { KIND_NAMES, NOTIFICATION_KINDS, ruleOf, type NotificationKind } from '#protocol/notification-kinds.ts';
import { preferencesWire } from '#protocol/notifications.ts';
import { isWanted, refuseChanges, switchesOf } from './switches.ts';

describe('switches of notifications', () => {
  it('stand at first as the table of kinds says, in the shape of the wire', () => {
    const { kinds } = preferencesWire.parse(switchesOf([], false));
    expect(kinds.map(({ kind }) => kind)).toEqual(KIND_NAMES);
    for (const { kind, app, email, push } of kinds) {
      expect({ app, email }).toEqual({ app: NOTIFICATION_KINDS[kind].app, email: NOTIFICATION_KINDS[kind].email });
      expect(push).toBe(ruleOf(kind, 'push'));
    }
    const rings = new Map(kinds.map(({ kind, push }) => [kind, push]));
    expect(
      ['security', 'withdrawal_paid', 'prediction_settled', 'week_summary'].map((kind) =>
        rings.get(kind as NotificationKind),
      ),
    ).toEqual(['on', 'on', 'off', 'none']);
  });

  it('follow a choice, but a locked one follows none', () => {
    const choices = [
      { kind: 'prediction_settled', channel: 'app', isOn: false },
      { kind: 'prediction_settled', channel: 'email', isOn: true },
      { kind: 'security', channel: 'app', isOn: false },
    ] as const;
    const { kinds, emailPaused } = switchesOf(choices, true);
    expect(kinds.find(({ kind }) => kind === 'prediction_settled')).toMatchObject({ app: 'off', email: 'on' });
    expect(kinds.find(({ kind }) => kind === 'security')).toMatchObject({ app: 'locked' });
    expect(emailPaused).toBe(true);
    expect(isWanted(choices, { kind: 'prediction_settled', channel: 'app' })).toBe(false);
    expect(isWanted(choices, { kind: 'security', channel: 'app' })).toBe(true);
    expect(isWanted([], { kind: 'avatar_ready', channel: 'email' })).toBe(false);
  });

  it('refuse all changes where one is of a locked switch, and name it', () => {
    const free = { kind: 'avatar_ready', channel: 'email', on: true } as const;
    const locked = { kind: 'limits', channel: 'email', on: true } as const;
    expect(refuseChanges({ changes: [free] })).toBeNull();
    expect(refuseChanges({ emailPaused: true })).toBeNull();
    expect(refuseChanges({ changes: [free, locked] })).toEqual({
      code: 'InvalidRequest',
      fields: { 'changes.1': 'malformed' },
    });
  });
});
