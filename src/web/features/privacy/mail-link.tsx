import { useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useSearchParams } from 'react-router';
import { createClient } from '#web/api/client.ts';
import { LOCALE_FACTS } from '#web/i18n/locales.ts';
import { useShell } from '#web/shell-context.ts';
import { Button } from '#web/ui/button.tsx';
import { ProblemBox } from '#web/ui/call/problem-box.tsx';
import { useCall } from '#web/ui/call/use-call.ts';
import { Banner } from '#web/ui/states.tsx';

interface Choice {
  readonly label: string;
  readonly variant: 'primary' | 'outline';
  /** What was done, as a sentence. */
  readonly act: (token: string) => Promise<string>;
}

/** The page of a link in a mail. Opening it changes nothing, for mail scanners open links too: a press does. */
function MailLink(props: { readonly title: string; readonly text: string; readonly choices: readonly Choice[] }) {
  const { t } = useTranslation('privacy');
  const [query] = useSearchParams();
  const token = query.get('token') ?? '';
  const [said, setSaid] = useState<string | null>(null);
  const call = useCall();
  return (
    <Frame title={props.title} text={props.text}>
      {token === '' ? <Banner tone="warn">{t('link.broken')}</Banner> : null}
      {said === null ? null : (
        <output>
          <Banner tone="ok">{said}</Banner>
        </output>
      )}
      <ProblemBox problem={call.problem} />
      {said === null && token !== '' ? (
        <div className="flex flex-wrap gap-3">
          {props.choices.map((choice) => (
            <Button
              key={choice.label}
              variant={choice.variant}
              aria-disabled={call.busy}
              onClick={() => void call.run(() => choice.act(token)).then(setSaid)}
            >
              {choice.label}
            </Button>
          ))}
        </div>
      ) : null}
    </Frame>
  );
}

/** The token of the link is all that is needed: nobody has to be signed in. */
function useVisitorClient() {
  const { config, locale } = useShell();
  const host = config.apiHost === config.origins.main ? '' : config.apiHost;
  const [client] = useState(() =>
    createClient({ host, language: LOCALE_FACTS[locale].tag, token: () => null, renew: () => Promise.resolve(null) }),
  );
  return client;
}

function Frame(props: { readonly title: string; readonly text: string; readonly children: ReactNode }) {
  return (
    <section className="card mx-auto mt-10 grid w-full max-w-lg gap-4 p-6 md:mt-16">
      <h1 className="text-[1.5rem] leading-[1.875rem] font-620 tracking-[-.02em]">{props.title}</h1>
      <p className="text-mut text-pretty">{props.text}</p>
      {props.children}
    </section>
  );
}

/** Yes or no to a change of address, from either of the two mailboxes. */
export function ConfirmEmail() {
  const { t } = useTranslation('privacy');
  const client = useVisitorClient();
  return (
    <MailLink
      title={t('confirm.title')}
      text={t('confirm.text')}
      choices={[
        {
          label: t('confirm.yes'),
          variant: 'primary',
          act: async (token) => {
            const { status } = await client.call('privacy.confirmEmail', { body: { token } });
            return t(status === 'changed' ? 'confirm.changed' : 'confirm.waiting');
          },
        },
        {
          label: t('confirm.no'),
          variant: 'outline',
          act: async (token) => {
            await client.call('privacy.refuseEmail', { body: { token } });
            return t('confirm.cancelled');
          },
        },
      ]}
    />
  );
}

/** Keeps an account that is closing. */
export function KeepAccount() {
  const { t } = useTranslation('privacy');
  const client = useVisitorClient();
  return (
    <MailLink
      title={t('keep.title')}
      text={t('keep.text')}
      choices={[
        {
          label: t('keep.yes'),
          variant: 'primary',
          act: async (token) => {
            await client.call('privacy.keep', { body: { token } });
            return t('keep.done');
          },
        },
      ]}
    />
  );
}
