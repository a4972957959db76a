import { useEffect, useState } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useSession } from '#web/api/session.tsx';
import { countdown } from '#web/i18n/format.ts';
import { nextMailAt } from '#web/email/next-mail.ts';
import { serverClock } from '#web/live/server-clock.ts';
import { Button } from '#web/ui/button.tsx';
import { useProblemToast } from '#web/ui/call/problem-toast.ts';
import { showToast } from '#web/ui/toast.tsx';

/** When the next e-mail may be asked for, ms, and whether one is being asked for; shared by every button of the page. */
let free = 0;
let asking = false;

/** Sends the confirmation e-mail again; the next one when the server says, with the seconds shown. */
export function ResendButton() {
  const { t } = useTranslation('account');
  const { client } = useSession();
  const say = useProblemToast();
  const [left, setLeft] = useState(0);
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    const tick = () => {
      setLeft(Math.max(0, free - Date.now()));
      setBusy(asking);
    };
    tick();
    const timer = setInterval(tick, 1_000);
    return () => clearInterval(timer);
  }, []);
  const wait = (came: unknown) => {
    asking = false;
    free = nextMailAt(came, { now: Date.now(), server: serverClock.now() });
    setBusy(false);
    setLeft(Math.max(0, free - Date.now()));
  };
  const send = () => {
    if (asking || free > Date.now()) return;
    asking = true;
    setBusy(true);
    client.call('auth.sendActivation').then(
      (answer) => {
        wait(answer);
        showToast({ id: 'activation', tone: 'ok', title: t('resend.sent'), text: t('resend.sent_text') });
      },
      (error: unknown) => {
        wait(error);
        say(error, { id: 'activation' });
      },
    );
  };
  return (
    <Button variant="outline" size="sm" aria-disabled={busy || left > 0} onClick={send}>
      {left > 0 ? t('resend.wait', { time: countdown(left) }) : t('resend.action')}
    </Button>
  );
}
