import { CHANNELS, type NotificationChannel } from '#protocol/notification-kinds.ts';
import type { CallAnswer, CallInput } from '#web/api/calls.ts';

export type Preferences = CallAnswer<'notifications.preferences'>;
export type KindRow = Preferences['kinds'][number];
export type Changes = NonNullable<CallInput<'notifications.setPreferences'>['body']['changes']>;

/** Channels of a row whose switches can be turned. */
export function turnable(row: KindRow): readonly NotificationChannel[] {
  return CHANNELS.filter((channel) => row[channel] === 'on' || row[channel] === 'off');
}

/** A press on the name of a row turns all its switches: on, unless all are on. */
export function rowChanges(row: KindRow): Changes {
  const channels = turnable(row);
  const on = !channels.every((channel) => row[channel] === 'on');
  return channels
    .filter((channel) => (row[channel] === 'on') !== on)
    .map((channel) => ({ kind: row.kind, channel, on }));
}

/** What takes changes back. */
export function opposite(changes: Changes): Changes {
  return changes.map((change) => ({ ...change, on: !change.on }));
}

/** Preferences as they will stand. */
export function withChanges(preferences: Preferences, changes: Changes): Preferences {
  return {
    ...preferences,
    kinds: preferences.kinds.map((row) =>
      changes
        .filter(({ kind }) => kind === row.kind)
        .reduce<KindRow>((turned, { channel, on }) => ({ ...turned, [channel]: on ? 'on' : 'off' }), row),
    ),
  };
}
