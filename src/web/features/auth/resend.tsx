import { useState } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { countdown } from '#web/i18n/format.ts';
import { nextMailAt } from '#web/email/next-mail.ts';
import { serverClock } from '#web/live/server-clock.ts';
import { useLeft } from '#web/use-left.ts';
import { LINK } from './parts.tsx';
import type { Call } from '#web/ui/call/use-call.ts';

export interface ResendProps {
  readonly call: Call;
  readonly ask: () => Promise<{ readonly resendAt: string }>;
  /** Wall ms from which another may be asked for. */
  readonly from: number;
}

/** "No e-mail?": how long until another may be asked for, then the button that asks. The server says when. */
export function Resend({ call, ask, from }: ResendProps) {
  const { t } = useTranslation('auth');
  const [until, setUntil] = useState(from);
  const [sent, setSent] = useState(false);
  const left = useLeft(until);
  const press = async () => {
    if (call.busy) return;
    let came: unknown = null;
    const answer = await call.run(() =>
      ask().catch((error: unknown) => {
        came = error;
        throw error;
      }),
    );
    setSent(answer !== null);
    setUntil(nextMailAt(answer ?? came, { now: Date.now(), server: serverClock.now() }));
  };
  return (
    <p className="min-w-0 flex-1 text-mut">
      <output className="vh">{sent ? t('activate.sent') : ''}</output>
      {left > 0 ? (
        t('inbox.wait', { time: countdown(left) })
      ) : (
        <>
          {t('inbox.none')}{' '}
          <button type="button" className={`${LINK} min-h-6`} aria-disabled={call.busy} onClick={() => void press()}>
            {t('inbox.resend')}
          </button>
        </>
      )}
    </p>
  );
}
