import type { Refusal } from '#domain/refusals.ts';
import {
  KIND_NAMES,
  NOTIFICATION_KINDS,
  ruleOf,
  type NotificationChannel,
  type NotificationKind,
} from '#protocol/notification-kinds.ts';
import type { PreferencesBody, PreferencesWire } from '#protocol/notifications.ts';
import type { ChoiceRow } from './store.ts';

/** How the switches of a person stand: the table of kinds, and what the person chose where there is a choice. */
export function switchesOf(choices: readonly ChoiceRow[], emailPaused: boolean): PreferencesWire {
  const stateOf = (kind: NotificationKind, channel: NotificationChannel) => {
    const rule = ruleOf(kind, channel);
    const chosen = choices.find((choice) => choice.kind === kind && choice.channel === channel);
    if (rule === 'locked' || chosen === undefined) return rule;
    return chosen.isOn ? 'on' : 'off';
  };
  return {
    kinds: KIND_NAMES.map((kind) => ({
      kind,
      group: NOTIFICATION_KINDS[kind].group,
      app: stateOf(kind, 'app'),
      email: stateOf(kind, 'email'),
      push: stateOf(kind, 'push'),
    })),
    emailPaused,
  };
}

/** Does the person want this kind there? */
export function isWanted(
  choices: readonly ChoiceRow[],
  { kind, channel }: { readonly kind: NotificationKind; readonly channel: NotificationChannel },
): boolean {
  const state = switchesOf(choices, false).kinds.find((row) => row.kind === kind)?.[channel];
  return state === 'on' || state === 'locked';
}

/** A switch that cannot be turned refuses the whole change. */
export function refuseChanges({ changes = [] }: PreferencesBody): Refusal | null {
  const fixed = ({ kind, channel }: (typeof changes)[number]) => ['locked', 'none'].includes(ruleOf(kind, channel));
  const wrong = changes.findIndex(fixed);
  return wrong === -1 ? null : { code: 'InvalidRequest', fields: { [`changes.${wrong}`]: 'malformed' } };
}
