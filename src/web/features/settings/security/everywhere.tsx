import { useState } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { readLook, writeShared } from '#web/api/appearance-sync.ts';
import type { Look } from '#web/api/appearance-sync.ts';
import { useProfile, useProfileChanged } from '#web/api/profile.ts';
import { useSession } from '#web/api/session.tsx';
import { Switch } from '#web/ui/form/switch.tsx';
import { useProblemToast } from '#web/ui/call/problem-toast.ts';
import { showToast } from '#web/ui/toast.tsx';

interface EverywhereState {
  /** undefined: not known yet. */
  readonly on: boolean | undefined;
  readonly turn: (on: boolean) => void;
  /** A theme or a colour set was pressed: the script of the head has put it on by then. */
  readonly pick: () => void;
}

/** One look for all devices of the person: kept with the account while it is on. */
export function useEverywhere(): EverywhereState {
  const { t } = useTranslation('settings');
  const { client } = useSession();
  const { data: profile } = useProfile();
  const changed = useProfileChanged();
  const say = useProblemToast();
  const [wanted, setWanted] = useState<boolean | null>(null);
  const on = wanted ?? (profile === undefined ? undefined : profile.appearance !== null);
  const keep = (appearance: Look | null) => {
    client
      .call('user.updatePersonalInfo', { body: { appearance } })
      .then(
        async () => {
          writeShared(appearance);
          await changed();
          showToast({ id: 'appearance', tone: 'ok', title: t('saved') });
        },
        (error: unknown) => say(error, { id: 'appearance' }),
      )
      .finally(() => setWanted(null));
  };
  return {
    on,
    turn: (next) => {
      setWanted(next);
      keep(next ? readLook() : null);
    },
    // React may hear of the press before the script of the head has put it on.
    pick: () => setTimeout(() => (on === true ? keep(readLook()) : undefined), 0),
  };
}

/** The switch between one look for this device and one for all. */
export function Everywhere({ on, turn }: EverywhereState) {
  const { t } = useTranslation('settings');
  if (on === undefined) return null;
  return (
    <section className="card px-4.5 py-4 md:px-6">
      <Switch
        className="[&_label]:text-14 [&_label]:font-540 [&_label]:text-text [&_label_span]:text-13 [&_label_span]:font-450 [&_label_span]:text-mut"
        label={t('everywhere.label')}
        hint={t('everywhere.hint')}
        checked={on}
        onChange={turn}
      />
    </section>
  );
}
