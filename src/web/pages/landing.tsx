import { Info } from 'lucide-react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import type { ReactNode } from 'react';
import { useLoaderData } from 'react-router';
import type { LoaderFunctionArgs } from 'react-router';
import { Num } from '#web/ui/num.tsx';
import { useFormats, useShell } from '../shell-context.ts';
import { pathOf } from '../site.ts';
import { FOR_KNOWN, FOR_VISITORS, useSignInHref } from '../ui/frame/account-links.tsx';
import { buttonClass } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import { SiteFrame } from '../ui/frame/site-frame.tsx';
import { DemoCard } from './landing/demo-card.tsx';
import { TickerRow } from './landing/ticker-row.tsx';
import { LiveArea } from './live-prices.tsx';
import { readPairs } from './read-pairs.server.ts';

export const handle = { static: true };

export async function loader({ context }: LoaderFunctionArgs) {
  return { pairs: await readPairs(context) };
}

function Card(props: { readonly title: string; readonly text: string; readonly children: ReactNode }) {
  return (
    <article className="flex flex-col rounded-sheet border border-line bg-s1 p-6 lg:min-h-[300px]">
      <h3 className="mb-2 text-18 font-620 tracking-[-.015em]">{props.title}</h3>
      <p className="text-15 leading-[22px] text-mut text-pretty">{props.text}</p>
      <div className="mt-auto pt-6">{props.children}</div>
    </article>
  );
}

function Pill({
  start,
  end,
  tone = '',
}: {
  readonly start: ReactNode;
  readonly end?: ReactNode;
  readonly tone?: string;
}) {
  return (
    <div className="mt-2 flex min-h-[46px] items-center justify-between gap-3 rounded-field bg-s2 px-3.5 py-2 font-540">
      <span className={tone}>{start}</span>
      {end === undefined ? null : <Num className="font-620">{end}</Num>}
    </div>
  );
}

/** An entry, the two zones and a line that ends in the upper one. */
function ZonePicture() {
  return (
    <svg viewBox="0 0 400 110" aria-hidden className="block w-full">
      <defs>
        <pattern id="hatch" width="8" height="8" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect width="4" height="8" fill="var(--color-down-soft)" />
        </pattern>
      </defs>
      <rect x="170" y="0" width="200" height="62" fill="var(--color-up-soft)" />
      <rect x="170" y="62" width="200" height="44" fill="url(#hatch)" />
      <path
        d="M0 84 22 78 44 90 66 70 88 76 110 54 132 66 154 58 170 62 192 74 214 60 236 66 258 42 280 36"
        fill="none"
        stroke="var(--color-brand-text)"
        strokeWidth="2.25"
        strokeLinejoin="round"
      />
      <path d="M170 62H370" stroke="var(--color-up)" strokeWidth="1.5" />
      <path d="M370 0V106" stroke="var(--color-mut)" strokeDasharray="4 4" />
      <circle cx="170" cy="62" r="5" fill="var(--color-s1)" stroke="var(--color-up)" strokeWidth="2.5" />
      <circle cx="280" cy="36" r="5" fill="var(--color-brand-text)" />
    </svg>
  );
}

const H2 = 'max-w-[17em] text-[1.8rem] leading-[2.1rem] font-620 tracking-[-.03em] text-balance md:text-38';

function Cards() {
  const { t } = useTranslation(['landing', 'common']);
  const formats = useFormats();
  return (
    <section className="pt-15 md:pt-22">
      <h2 className={H2}>{t('cards.title')}</h2>
      <div className="mt-6 grid gap-4 md:mt-8 md:grid-cols-2 lg:grid-cols-[1.25fr_1fr_1fr]">
        <Card title={t('cards.short.title')} text={t('cards.short.text', { time: formats.durationWords(30) })}>
          <ZonePicture />
        </Card>
        <Card
          title={t('cards.known.title')}
          text={t('cards.known.text', { amount: formats.money('10', { places: 0 }), percent: formats.percent(0.85) })}
        >
          <Pill
            start={t('cards.known.right')}
            end={<span className="text-up">{formats.money('8.5', { signed: true })}</span>}
          />
          <Pill
            start={t('cards.known.wrong')}
            end={<span className="text-down">{formats.money('-10', { signed: true })}</span>}
          />
          <Pill start={t('cards.known.same')} end={formats.money('0')} />
        </Card>
        <Card title={t('cards.practice.title')} text={t('cards.practice.text')}>
          <Pill start={t('common:demo')} end={formats.money('10000')} tone="text-warn font-620" />
          <Pill start={t('cards.practice.refill')} tone="text-mut" />
        </Card>
      </div>
    </section>
  );
}

function Steps() {
  const { t } = useTranslation(['landing', 'common']);
  return (
    <section className="pt-15 md:pt-22">
      <h2 className={H2}>{t('steps.title')}</h2>
      <ol className="mt-7 grid gap-6 md:mt-9 md:grid-cols-3 md:gap-8">
        {(['open', 'choose', 'check'] as const).map((step) => (
          <li key={step} className="border-t-2 border-brand-text pt-4.5">
            <h3 className="mb-1.5 text-16 font-620">{t(`steps.${step}.title`)}</h3>
            <p className="text-15 leading-[22px] text-mut text-pretty">{t(`steps.${step}.text`)}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}

export default function Landing() {
  const { t } = useTranslation(['landing', 'common']);
  const { pairs } = useLoaderData<typeof loader>();
  const { locale } = useShell();
  const formats = useFormats();
  const signIn = useSignInHref();
  const second = cx(buttonClass({ variant: 'outline', size: 'xl' }), 'max-sm:flex-auto max-sm:px-3');
  const shown = pairs.find((pair) => pair.id === 'BTC-USD') ?? pairs[0];
  return (
    <SiteFrame>
      <LiveArea>
        <div className="grid items-center gap-8 pt-5 pb-9 md:pt-8 md:pb-12 lg:grid-cols-[minmax(0,1fr)_minmax(0,520px)] lg:gap-16 lg:pt-14 lg:pb-18">
          <div>
            <h1 className="text-[2.625rem] leading-[2.8125rem] font-620 tracking-[-.04em] text-balance md:text-[3rem] md:leading-[3.25rem] lg:text-[4rem] lg:leading-[4.125rem]">
              {t('hero.title')}
            </h1>
            <p className="mt-4 mb-6 max-w-[30em] text-[1.03rem] leading-[1.56rem] text-mut text-pretty md:mt-5.5 md:mb-7.5 md:text-18 md:leading-7">
              {t('hero.lead', { time: formats.durationWords(30) })}
            </p>
            <div className="flex flex-wrap gap-3">
              <a
                href={pathOf('trading-demo', locale)}
                className={`${buttonClass({ variant: 'primary', size: 'xl' })} max-sm:flex-auto max-sm:px-3`}
              >
                {t('common:try_demo')}
              </a>
              <a href={signIn('register')} className={cx(second, FOR_VISITORS)}>
                {t('hero.register')}
              </a>
              <a href={pathOf('crypto', locale)} className={cx(second, FOR_KNOWN)}>
                {t('hero.markets')}
              </a>
            </div>
            <p className="mt-4.5 flex items-center gap-2 text-13 text-faint">
              <Info aria-hidden className="size-[15px] shrink-0" />
              {t('common:footer.risk')}
            </p>
          </div>
          {shown === undefined ? null : <DemoCard pair={shown} />}
        </div>
        <TickerRow pairs={pairs} />
      </LiveArea>
      <Cards />
      <Steps />
    </SiteFrame>
  );
}
