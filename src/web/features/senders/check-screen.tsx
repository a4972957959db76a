import { AtSign, Globe, Mail } from 'lucide-react';
import { useState } from 'react';
import type { PublicConfig } from '#protocol/site.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useShell } from '#web/shell-context.ts';
import { link, pathOf } from '#web/site.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { Field } from '#web/ui/form/field.tsx';
import { Banner } from '#web/ui/states.tsx';
import { judge, type Judged, type Ours } from './judge.ts';

/** The back office is nobody's business. */
function oursOf({ origins, official }: PublicConfig): Ours {
  const { main, auth, dashboard, events } = origins;
  const hosts = [...new Set([main, auth, dashboard, events].map((origin) => new URL(origin).host))];
  return { hosts, ...official };
}

const TONES = { ours: 'ok', lookalike: 'bad', other: 'warn', unreadable: 'info' } as const;

/** Is a message from us? What is typed stays in the browser. */
export function CheckScreen() {
  const { t } = useTranslation('senders');
  const { config } = useShell();
  const [typed, setTyped] = useState('');
  const ours = oursOf(config);
  const judged = judge(typed, ours);
  return (
    <article className="max-w-[44em] pt-5 md:pt-8">
      <h1 className="text-26 font-620 tracking-[-.022em]">{t('title')}</h1>
      <p className="mt-1.5 mb-5 text-15 text-mut text-pretty">{t('lead')}</p>
      <Field
        label={t('field')}
        hint={t('hint')}
        dir="ltr"
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={2_000}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <div aria-live="polite" className="mt-4">
        {judged === null ? null : <Said judged={judged} />}
      </div>
      <Known ours={ours} />
      <Advice />
    </article>
  );
}

function Said({ judged: { kind, verdict, read } }: { readonly judged: Judged }) {
  const { t } = useTranslation('senders');
  const { brand } = useShell().config;
  const isOurs = verdict === 'ours';
  return (
    <div data-verdict={verdict}>
      <Banner tone={TONES[verdict]} title={isOurs ? t(`ours.${kind}`) : t(`${verdict}.title`)}>
        {verdict === 'unreadable' ? null : (
          <span className="my-0.5 block font-540 break-all text-text">
            <bdi dir="ltr">{read}</bdi>
          </span>
        )}
        {isOurs ? t(`ours.${kind}_text`) : t(`${verdict}.text`, { brand })}
      </Banner>
    </div>
  );
}

/** All that is ours. */
function Known({ ours }: { readonly ours: Ours }) {
  const { t } = useTranslation('senders');
  const rows = [
    { id: 'sites', icon: <Globe aria-hidden />, names: ours.hosts },
    { id: 'mail', icon: <Mail aria-hidden />, names: [ours.mail] },
    { id: 'handles', icon: <AtSign aria-hidden />, names: ours.handles },
  ] as const;
  return (
    <section className="card mt-6 overflow-hidden" aria-labelledby="known">
      <h2 id="known" className="px-4.5 pt-4.5 pb-3 text-18 font-620 tracking-[-.012em]">
        {t('known')}
      </h2>
      {rows.map(({ id, icon, names }) => (
        <div
          key={id}
          className="flex gap-3 border-t border-line px-4.5 py-3.5 [&>svg]:mt-0.5 [&>svg]:size-4.5 [&>svg]:shrink-0 [&>svg]:text-brand-text"
        >
          {icon}
          <div className="min-w-0">
            <h3 className="text-13 text-mut">{t(`known.${id}`)}</h3>
            {names.length === 0 ? <p>{t('known.none')}</p> : null}
            {names.map((name) => (
              <p key={name} className="font-540 break-all">
                <bdi dir="ltr">{name}</bdi>
              </p>
            ))}
          </div>
        </div>
      ))}
    </section>
  );
}

function Advice() {
  const { t } = useTranslation('senders');
  const { config, locale } = useShell();
  return (
    <section className="mt-8">
      <h2 className="mb-1.5 text-18 font-620 tracking-[-.012em]">{t('advice')}</h2>
      <ul className="mb-4 grid list-disc gap-1.5 ps-5 text-15 text-mut text-pretty">
        {(['word', 'never', 'pay', 'type'] as const).map((what) => (
          <li key={what}>{t(`advice.${what}`)}</li>
        ))}
      </ul>
      <a href={link(config, 'dashboard', pathOf('settings-security', locale))} className={buttonClass({})}>
        {t('advice.choose')}
      </a>
    </section>
  );
}
