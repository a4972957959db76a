import type { ReactNode } from 'react';
import { FEE_BPS } from '#domain/trading/orders/market.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Num } from '#web/ui/num.tsx';
import { useFormats } from '../../shell-context.ts';
import { edgeOf } from './offer.ts';
import type { Offer } from './offer.ts';
import { BOX, Section } from './parts.tsx';

/** Of the example. */
const [COUNT, STAKE] = [100, 10];
/** The fee is rate x shares x p(1 - p), largest in the middle. */
const MOST_FEE = (FEE_BPS.round / 10_000) * 0.25;

function Figure(props: { readonly label: string; readonly figure: string; readonly children: ReactNode }) {
  return (
    <div className={BOX}>
      <dt className="text-14 font-540 text-mut">{props.label}</dt>
      <dd>
        <Num className="block text-38 font-620 tracking-[-.03em]">{props.figure}</Num>
        <span className="mt-1 block text-15 leading-[1.375rem] text-mut text-pretty">{props.children}</span>
      </dd>
    </div>
  );
}

/** What a prediction costs on average, from the payout that is offered now. */
export function Edge({ offer }: { readonly offer: Offer }) {
  const { t } = useTranslation(['landing', 'common']);
  const formats = useFormats();
  const { payout, pair, durationSec } = offer;
  const { breakEven, edge } = edgeOf(payout);
  return (
    <Section id="edge" title={t('edge.title')} lead={t('edge.lead')}>
      <dl className="grid gap-4 md:grid-cols-3">
        <Figure label={t('common:term.payout')} figure={formats.percent(payout)}>
          {t('edge.payout_text', { pair: pair.base, time: formats.durationWords(durationSec) })}
        </Figure>
        <Figure label={t('edge.even')} figure={formats.percent(breakEven, { places: 1 })}>
          {t('edge.even_text')}
        </Figure>
        <Figure label={t('edge.house')} figure={formats.percent(edge, { places: 1 })}>
          {t('edge.house_text')}
        </Figure>
      </dl>
      <div className="mt-5 grid max-w-[54em] gap-2 text-15 leading-[1.375rem] text-mut text-pretty">
        <p>
          {t('edge.example', {
            count: COUNT,
            amount: formats.money(String(STAKE), { places: 0 }),
            result: formats.money((-edge * COUNT * STAKE).toFixed(2), { signed: true }),
          })}
        </p>
        <p>{t('edge.rounds', { amount: formats.money(String(MOST_FEE), { places: 3 }) })}</p>
      </div>
    </Section>
  );
}
