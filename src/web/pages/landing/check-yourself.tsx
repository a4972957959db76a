import { Anchor, Link2, Stamp } from 'lucide-react';
import { SEAL, sealRays } from '#domain/proofs/seal-rays.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Num } from '#web/ui/num.tsx';
import { useShell } from '../../shell-context.ts';
import { pathOf } from '../../site.ts';
import { buttonClass } from '../../ui/button.tsx';
import { BOX, Section } from './parts.tsx';

const POINTS = [
  ['terms', Stamp],
  ['prices', Link2],
  ['hours', Anchor],
] as const;
/** Until the first fingerprint comes. */
const STILL = '8'.repeat(64);

/** What no result of ours can hide, with the fingerprint of all prices as it is now. */
export function CheckYourself() {
  const { t } = useTranslation(['landing', 'common']);
  const { locale } = useShell();
  return (
    <Section id="check" title={t('check.title')} lead={t('check.lead')}>
      <div className="grid gap-4 lg:grid-cols-[1fr_minmax(0,26.25rem)] lg:gap-12">
        <ul className="grid min-w-0 grid-cols-1 content-start gap-6 lg:content-center">
          {POINTS.map(([point, Icon]) => (
            <li key={point} className="flex gap-4 tiny:flex-col tiny:gap-2">
              <Icon aria-hidden className="mt-0.5 size-6 shrink-0 text-brand-text" />
              <div>
                <h3 className="text-16 font-620">{t(`check.${point}.title`)}</h3>
                <p className="mt-1 max-w-[40em] text-15 leading-[1.375rem] text-mut text-pretty">
                  {t(`check.${point}.text`)}
                </p>
              </div>
            </li>
          ))}
        </ul>
        <div data-seal="" data-none="" className={`${BOX} group/seal flex flex-col items-center text-center`}>
          <svg aria-hidden viewBox={`0 0 ${SEAL.size} ${SEAL.size}`} className="size-40">
            <path
              data-rays=""
              d={sealRays(STILL)}
              className="stroke-brand-text"
              strokeWidth="1.8"
              strokeLinecap="round"
            />
            <circle cx={SEAL.centre} cy={SEAL.centre} r="24" className="fill-brand-soft" />
            <path
              d="M50 61l7 7 14-15"
              className="fill-none stroke-brand-text"
              strokeWidth="4.5"
              strokeLinecap="round"
            />
          </svg>
          <p className="mt-3 text-15 font-620">{t('check.seal')}</p>
          <p className="mt-1 min-h-5 font-mono text-13 text-brand-text" dir="ltr">
            <Num data-print="">…</Num>
          </p>
          <p className="mt-2 text-13 text-mut text-pretty">{t('check.seal_text')}</p>
          <p className="mt-3 min-h-10 w-full border-t border-line pt-3 text-13 text-mut">
            <span className="group-data-none/seal:hidden">
              {t('check.newest')}:{' '}
              <a
                data-hour=""
                href="/transparency/v1/index.json"
                className="text-brand-text underline underline-offset-2"
              >
                –
              </a>
            </span>
            <span className="hidden group-data-none/seal:inline">{t('check.none')}</span>
          </p>
          <div className="mt-3 flex w-full flex-wrap gap-2">
            <a href={pathOf('verify', locale)} className={`${buttonClass({ size: 'lg' })} flex-auto`}>
              {t('common:nav.verify')}
            </a>
            <a
              href="/transparency/v1/index.json"
              className={`${buttonClass({ variant: 'outline', size: 'lg' })} flex-auto`}
            >
              {t('check.files')}
            </a>
          </div>
        </div>
      </div>
    </Section>
  );
}
