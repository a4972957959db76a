import { ScrollText } from 'lucide-react';
import type { ReactNode } from 'react';
import type { EventWire } from '#protocol/events/events.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useFormats, useShell } from '#web/shell-context.ts';
import { LOCALE_FACTS } from '#web/i18n/locales.ts';
import { Timeline } from '#web/ui/show/timeline.tsx';
import { pathOf } from '#web/site.ts';
import { RestrictedKinds } from './restricted/restricted-kinds.tsx';
import { RulesCheck } from './rules/rules-check.tsx';
import { useSteps } from './use-steps.ts';

type Market = EventWire['markets'][number];

/** Rules and source of a market, open, then how it ends. */
export function RulesCard(props: { readonly event: EventWire; readonly market: Market }) {
  const { t } = useTranslation('events');
  const { locale } = useShell();
  const { event, market } = props;
  const isForeign = event.language !== locale;
  return (
    <section id="rules" aria-labelledby="rules-title" className="card scroll-mt-4 p-4 md:p-5">
      <h2 id="rules-title" className="flex items-center gap-2 text-16 font-620">
        <ScrollText aria-hidden className="size-4.5 text-brand-text" />
        {t('rules.title')}
      </h2>
      {market.isStale ? <p className="mt-2 text-13 text-warn">{t('rules.stale')}</p> : null}
      <div className="mt-3 grid gap-4 md:grid-cols-[minmax(0,1fr)_minmax(0,17rem)]">
        <div className="grid content-start gap-3 text-14">
          {event.markets.length > 1 ? (
            <p lang={event.language} className="font-620">
              <bdi>{market.title}</bdi>
            </p>
          ) : null}
          <p
            lang={isForeign ? LOCALE_FACTS.en.lang : undefined}
            dir={isForeign ? 'ltr' : undefined}
            className="whitespace-pre-line text-pretty [overflow-wrap:anywhere]"
          >
            {market.rules}
          </p>
          <Clarifications market={market} />
          {event.restricted === null ? null : (
            <section aria-labelledby="restricted-title" className="grid gap-1 rounded-field border border-line p-3">
              <h3 id="restricted-title" className="font-620">
                {t('restricted.title')}
              </h3>
              <RestrictedKinds event={event} />
            </section>
          )}
          <p className="text-mut">
            {t('rules.one_pays')}
            {locale === 'en' ? null : ` ${t('rules.counts')}`}
          </p>
          <RulesCheck leftOpen={market.leftOpen} />
          <a
            href={pathOf('rulings', locale)}
            className="inline-flex min-h-6 w-fit items-center text-13 font-540 text-brand-text hover:underline pointer-coarse:min-h-11"
          >
            {t('rules.rulings')}
          </a>
        </div>
        <dl className="grid content-start gap-3 rounded-field bg-s2 p-4 text-13">
          <Fact label={t('rules.source')}>{market.source}</Fact>
          <Fact label={t('rules.backup')}>{market.backupSource}</Fact>
          <Fact label={t('rules.threshold')}>{market.threshold}</Fact>
          <Fact label={t('rules.tied')}>{market.ifTied}</Fact>
          <Fact label={t('rules.postponed')}>{market.ifPostponed}</Fact>
          <Fact label={t('rules.cancelled')}>{market.ifCancelled}</Fact>
        </dl>
      </div>
      <h3 className="mt-5 mb-3 border-t border-line pt-4 text-14 font-620">{t('ends.title')}</h3>
      <Ends market={market} />
    </section>
  );
}

/** What was said of the rules since the market opened: in English only, as a part of them. */
function Clarifications({ market }: { readonly market: Market }) {
  const { t } = useTranslation('events');
  const formats = useFormats();
  return market.clarifications.map(({ at, text }) => (
    <div key={at} className="rounded-field border border-line p-3">
      <p className="mb-1 text-13 text-mut">{t('rules.clarified', { time: formats.deadline(Date.parse(at)) })}</p>
      <p lang="en" dir="ltr" className="whitespace-pre-line text-pretty [overflow-wrap:anywhere]">
        {text}
      </p>
    </div>
  ));
}

/** Written in English only. An address of the web is a link. */
function Fact({ label, children }: { readonly label: string; readonly children: string }) {
  return (
    <div>
      <dt className="text-mut">{label}</dt>
      <dd lang="en" dir="auto" className="font-540 [overflow-wrap:anywhere]">
        <LinkOrText text={children} />
      </dd>
    </div>
  );
}

export function LinkOrText({ text }: { readonly text: string }): ReactNode {
  if (!/^https:\/\/\S+$/.test(text)) return text;
  return (
    <a href={text} rel="noreferrer nofollow" target="_blank" className="text-brand-text underline">
      {text.replace(/^https:\/\//, '')}
    </a>
  );
}

function Ends({ market }: { readonly market: Market }) {
  const { t } = useTranslation('events');
  const formats = useFormats();
  const steps = useSteps(market);
  return (
    <Timeline
      label={t('ends.title')}
      steps={steps.map(({ at, ...step }) => ({
        ...step,
        ...(at === null ? {} : { time: formats.deadline(Date.parse(at)), at }),
      }))}
    />
  );
}
