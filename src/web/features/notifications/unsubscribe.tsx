import { MailX } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { FormEvent, ReactNode } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { LONGEST_COMMENT, UNSUBSCRIBE_REASONS, type UnsubscribeReason } from '#protocol/notification-kinds.ts';
import { ApiError } from '#web/api/api-error.ts';
import { createClient } from '#web/api/client.ts';
import { useApiHost } from '#web/api/session.tsx';
import { LOCALE_FACTS } from '#web/i18n/locales.ts';
import { useShell } from '#web/shell-context.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/form/checkbox.tsx';
import { TextArea } from '#web/ui/form/text-area.tsx';
import { Banner } from '#web/ui/states.tsx';

type Stage = 'asking' | 'sending' | 'done' | 'wrong' | 'failed';

/** Ends the mails of the person whom the link's token names, without signing in; asks why, and takes no answer too. */
export function Unsubscribe({ token }: { readonly token: string | null }) {
  const { t } = useTranslation('notifications');
  const stop = useStop(token);
  const [reasons, setReasons] = useState<readonly UnsubscribeReason[]>([]);
  const [comment, setComment] = useState('');
  if (stop.stage === 'done') return <Card title={t('unsub.done.title')} text={t('unsub.done.text')} />;
  if (stop.stage === 'wrong') return <Card title={t('unsub.wrong.title')} text={t('unsub.wrong.text')} />;
  const send = (event: FormEvent) => {
    event.preventDefault();
    void stop.send({ reasons, comment });
  };
  return (
    <Card title={t('unsub.title')} text={t('unsub.text')}>
      <form onSubmit={send} className="grid gap-5">
        <fieldset className="grid gap-3">
          <legend className="mb-3 text-13 font-540 text-mut">{t('unsub.why')}</legend>
          {UNSUBSCRIBE_REASONS.map((reason) => (
            <Checkbox
              key={reason}
              label={t(`reason.${reason}`)}
              checked={reasons.includes(reason)}
              onChange={(on) => setReasons(on ? [...reasons, reason] : reasons.filter((one) => one !== reason))}
            />
          ))}
        </fieldset>
        <TextArea
          label={t('unsub.comment')}
          rows={4}
          dir="auto"
          maxLength={LONGEST_COMMENT}
          value={comment}
          onChange={(event) => setComment(event.currentTarget.value)}
        />
        {stop.stage === 'failed' ? (
          <Banner tone="bad" role="alert">
            {t('unsub.failed')}
          </Banner>
        ) : null}
        <Button type="submit" variant="primary" size="lg" aria-disabled={stop.stage === 'sending'}>
          {stop.stage === 'sending' ? t('unsub.sending') : t('unsub.button')}
        </Button>
      </form>
    </Card>
  );
}

function Card(props: { readonly title: ReactNode; readonly text: ReactNode; readonly children?: ReactNode }) {
  return (
    <section className="card mx-auto my-8 grid w-full max-w-[520px] gap-5 p-5 md:my-14 md:p-8">
      <MailX aria-hidden className="size-8 text-brand-text" />
      <div role={props.children === undefined ? 'alert' : undefined}>
        <h1 className="text-24 font-620">{props.title}</h1>
        <p className="mt-2 text-mut">{props.text}</p>
      </div>
      {props.children}
    </section>
  );
}

/** The call that stops the mails: without a session, for the token says who it is. */
function useStop(token: string | null) {
  const { locale } = useShell();
  const host = useApiHost();
  const [stage, setStage] = useState<Stage>(token === null ? 'wrong' : 'asking');
  const client = useMemo(() => {
    const nobody = async () => null;
    return createClient({ host, language: LOCALE_FACTS[locale].lang, token: () => null, renew: nobody });
  }, [host, locale]);
  const send = async (answer: { reasons: readonly UnsubscribeReason[]; comment: string }) => {
    if (token === null || stage === 'sending') return;
    setStage('sending');
    try {
      const { reasons, comment } = answer;
      await client.call('mail.unsubscribeEmails', { body: { token, reasons: [...reasons], comment } });
      setStage('done');
    } catch (error) {
      setStage(error instanceof ApiError && error.code === 'IncorrectToken' ? 'wrong' : 'failed');
    }
  };
  return { stage, send };
}
