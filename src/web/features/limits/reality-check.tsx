import { useEffect, useState } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import type { CallAnswer } from '#web/api/calls.ts';
import { useSession } from '#web/api/session.tsx';
import { useFormats, useShell } from '#web/shell-context.ts';
import { link, pathOf } from '#web/site.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { Num } from '#web/ui/num.tsx';
import { Sheet } from '#web/ui/sheet.tsx';
import { KeyValues } from '#web/ui/show/key-values.tsx';

/** How often the screen says that somebody is there: well under what parts two play sessions. */
const PRESENT_EVERY_MS = 60_000;

/** On the trading screen of real money: counts the time, and pauses the screen with time and result when the person asked for it. */
export function RealityCheck() {
  const { client, realm, state } = useSession();
  const { t } = useTranslation('limits');
  const formats = useFormats();
  const { config, locale } = useShell();
  const [due, setDue] = useState<CallAnswer<'limits.playing'> | null>(null);
  const isPlaying = realm === 'real' && state.status === 'ready' && state.user.role === 'USER';

  useEffect(() => {
    if (!isPlaying) return;
    let gone = false;
    const present = async () => {
      if (document.visibilityState !== 'visible') return;
      // Not reached: the next minute asks again.
      const figures = await client.call('limits.playing', { body: {} }).catch(() => null);
      if (!gone && figures?.due === true) setDue(figures);
    };
    void present();
    const timer = setInterval(() => void present(), PRESENT_EVERY_MS);
    return () => {
      gone = true;
      clearInterval(timer);
    };
  }, [isPlaying, client]);

  if (due === null) return null;
  const answer = () => {
    setDue(null);
    void client.call('limits.playing', { body: { answered: true } }).catch(() => null);
  };
  return (
    <Sheet
      open
      onOpenChange={(open) => (open ? undefined : answer())}
      title={t('safe.reality_check')}
      description={t('check.time', { time: formats.span(due.sittingMinutes * 60_000) })}
    >
      <KeyValues
        items={[
          {
            id: 'session',
            label: t('check.result'),
            value: <Num>{formats.own(due.sittingResultStr, { signed: true })}</Num>,
            big: true,
          },
          {
            id: 'day',
            label: t('result.day'),
            value: <Num>{formats.own(due.dayResultStr, { signed: true })}</Num>,
          },
        ]}
      />
      <div className="mt-4 grid gap-2">
        <Button variant="primary" size="lg" wide onClick={answer}>
          {t('check.stay')}
        </Button>
        <a
          className={buttonClass({ size: 'lg', wide: true })}
          href={link(config, 'main', pathOf('landing', locale))}
          onClick={answer}
        >
          {t('check.leave')}
        </a>
        <a
          className={buttonClass({ variant: 'ghost', wide: true })}
          href={link(config, 'dashboard', pathOf('history', locale))}
          onClick={answer}
        >
          {t('check.history')}
        </a>
      </div>
    </Sheet>
  );
}
