import { useEffect, useState } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { ApiError } from '#web/api/api-error.ts';
import { useSession } from '#web/api/session.tsx';
import { countdown } from '#web/i18n/format.ts';
import { Button } from '#web/ui/button.tsx';
import { showToast } from '#web/ui/toast.tsx';

const WAIT_MS = 60_000;

/** When the next e-mail may be asked for, ms; shared by every button of the page. */
let free = 0;

/** Sends the confirmation e-mail again; the next one after a minute, with the seconds shown. */
export function ResendButton() {
  const { t } = useTranslation('account');
  const { client } = useSession();
  const [left, setLeft] = useState(0);
  useEffect(() => {
    const tick = () => setLeft(Math.max(0, free - Date.now()));
    tick();
    const timer = setInterval(tick, 1_000);
    return () => clearInterval(timer);
  }, []);
  const wait = (ms: number) => {
    free = Date.now() + ms;
    setLeft(ms);
  };
  const send = () => {
    if (left > 0) return;
    wait(WAIT_MS);
    client.call('auth.sendActivation').then(
      () => showToast({ id: 'activation', tone: 'up', title: t('resend.sent'), text: t('resend.sent_text') }),
      (error: unknown) => {
        const known = error instanceof ApiError ? error : null;
        wait(known?.retryAfterMs ?? 0);
        showToast({
          id: 'activation',
          tone: 'warn',
          title: known?.title === '' || known === null ? t('failed.offline') : known.title,
          text: known?.text,
        });
      },
    );
  };
  return (
    <Button variant="outline" size="sm" aria-disabled={left > 0} onClick={send}>
      {left > 0 ? t('resend.wait', { time: countdown(left) }) : t('resend.action')}
    </Button>
  );
}
