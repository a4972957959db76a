import type { ReactNode } from 'react';
import type { EventWire } from '#protocol/events/events.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { lotsOf } from '#web/shares/ticket/share-math.ts';
import { lotsWords, useOutcomeWord } from '#web/shares/words.ts';
import { useFormats } from '#web/shell-context.ts';
import { Num } from '#web/ui/num.tsx';

type Market = EventWire['markets'][number];

/** What the house may lose in this market, holds there, and makes of each end; `linked`: the money is of all outcomes of its event. */
export function HouseCard({ market, linked }: { readonly market: Market; readonly linked: boolean }) {
  const { t } = useTranslation('events');
  const formats = useFormats();
  const word = useOutcomeWord();
  const { cap, shares, ifYes, ifNo } = market.maker;
  const money = (amount: number) => formats.money(amount.toFixed(2), { signed: true });
  const isOver = market.pays !== null && shares === 0;
  return (
    <section aria-labelledby="house-title" className="card grid gap-2 p-4 text-13" data-part="house">
      <h2 id="house-title" className="text-14 font-620">
        {t('maker.title')}
      </h2>
      <p className="text-pretty text-mut">
        {t(linked ? 'maker.text_linked' : 'maker.text', { cap: formats.money(cap.toFixed(2)) })}
      </p>
      <dl className="grid gap-1">
        <Fact label={t('maker.shares')}>
          {shares === 0
            ? t('maker.none')
            : `${lotsWords(formats, lotsOf(Math.abs(shares)))} ${word(shares > 0 ? 'YES' : 'NO')}`}
        </Fact>
        {isOver ? (
          <Fact label={t(linked ? 'maker.result_linked' : 'maker.result')}>{money(ifYes)}</Fact>
        ) : (
          <>
            <Fact label={t('maker.if_yes')}>{money(ifYes)}</Fact>
            <Fact label={t(linked ? 'maker.worst_no' : 'maker.if_no')}>{money(ifNo)}</Fact>
          </>
        )}
      </dl>
    </section>
  );
}

function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-3">
      <dt className="text-mut">{label}</dt>
      <dd>
        <Num className="font-540">{children}</Num>
      </dd>
    </div>
  );
}
