import { useState } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { countdown } from '#web/i18n/format.ts';
import { useLeft } from '#web/use-left.ts';
import { LINK } from './parts.tsx';

const WAIT_MS = 60_000;

/** "No e-mail?": how long until another may be asked for, then the button that asks. The server says when. */
export function Resend(props: {
  readonly send: () => Promise<{ readonly resendAt: string } | null>;
  readonly startsWaiting?: boolean;
}) {
  const { t } = useTranslation('auth');
  const [until, setUntil] = useState(() => (props.startsWaiting === true ? Date.now() + WAIT_MS : 0));
  const [sent, setSent] = useState(false);
  const left = useLeft(until);
  const press = async () => {
    setUntil(Date.now() + WAIT_MS);
    const answer = await props.send();
    setSent(answer !== null);
    if (answer === null) setUntil(0);
  };
  return (
    <p className="min-w-0 flex-1 text-mut">
      <output className="vh">{sent ? t('activate.sent') : ''}</output>
      {left > 0 ? (
        t('inbox.wait', { time: countdown(left) })
      ) : (
        <>
          {t('inbox.none')}{' '}
          <button type="button" className={`${LINK} min-h-6`} onClick={() => void press()}>
            {t('inbox.resend')}
          </button>
        </>
      )}
    </p>
  );
}
