import { Building2, CircleSlash, Coins, CreditCard, WalletCards } from 'lucide-react';
import { useDeferredValue, useState, type ReactNode } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useFormats } from '#web/shell-context.ts';
import { Button } from '#web/ui/button.tsx';
import { LoadProblem } from '#web/ui/call/load-problem.tsx';
import { ProblemBox } from '#web/ui/call/problem-box.tsx';
import { useSend } from '#web/ui/call/use-call.ts';
import { cx } from '#web/ui/cx.ts';
import { Num } from '#web/ui/num.tsx';
import { Banner, Chip, EmptyState, Skeleton } from '#web/ui/states.tsx';
import { Part } from '../deposits/choice-parts.tsx';
import { useFiatNews, useOffers, type Offer } from './use-fiat.ts';

const ICONS: Readonly<Record<Offer['pays'], ReactNode>> = {
  card: <CreditCard aria-hidden />,
  apple_pay: <WalletCards aria-hidden />,
  google_pay: <WalletCards aria-hidden />,
  bank: <Building2 aria-hidden />,
  coin: <Coins aria-hidden />,
  other: <WalletCards aria-hidden />,
};

/** What each provider gives for the sum, side by side; the best one is chosen at first. */
export function OffersPart({ fiat, amount }: { readonly fiat: string; readonly amount: string | null }) {
  const { t } = useTranslation('deposit');
  // A sum is asked for once whoever types it has come to rest.
  const asked = useDeferredValue(amount);
  const read = useOffers(asked === null ? null : { fiat, amount: asked });
  if (asked === null) {
    return (
      <Part no={2} title={t('fiat.offers')}>
        <p className="text-13 text-mut">{t('fiat.offers_enter')}</p>
      </Part>
    );
  }
  if (read.data === undefined) {
    return (
      <Part no={2} title={t('fiat.offers')}>
        {read.isError ? (
          <LoadProblem error={read.error} onRetry={() => void read.refetch()} />
        ) : (
          <Skeleton className="h-52" />
        )}
      </Part>
    );
  }
  const { offers, away } = read.data;
  if (offers.length === 0) {
    return (
      <Part no={2} title={t('fiat.offers')}>
        <EmptyState icon={<CircleSlash aria-hidden />} title={t('fiat.none')} text={t('fiat.none_text')} />
      </Part>
    );
  }
  return (
    <Part no={2} title={t('fiat.offers')} end={<p className="ms-auto text-13 text-mut">{t('fiat.offers_note')}</p>}>
      {away.length === 0 ? null : <Banner tone="warn">{t('fiat.away')}</Banner>}
      <Choice offers={offers} fiat={fiat} amount={asked} />
    </Part>
  );
}

function Choice(props: { readonly offers: readonly Offer[]; readonly fiat: string; readonly amount: string }) {
  const { offers, fiat, amount } = props;
  const { t } = useTranslation('deposit');
  const formats = useFormats();
  const news = useFiatNews();
  const [wished, setWished] = useState<string | null>(null);
  const chosen = offers.find(({ id }) => id === wished) ?? offers[0];
  const send = useSend('fiat.create', {
    onDone: ({ url }) => {
      void news();
      // The page of the provider, in the place of ours: it leads back here.
      if (url !== null) location.assign(url);
    },
  });
  if (chosen === undefined) return null;
  const press = () => send.send({ body: { offer: chosen.id, fiat, amount, receive: chosen.receiveStr } });
  return (
    <>
      <div role="radiogroup" aria-label={t('fiat.offers')} className="grid gap-2">
        {offers.map((offer, at) => (
          <OfferRow
            key={offer.id}
            offer={offer}
            fiat={fiat}
            isBest={at === 0 && offers.length > 1}
            isChosen={offer.id === chosen.id}
            onChoose={() => setWished(offer.id)}
          />
        ))}
      </div>
      <ProblemBox problem={send.problem} />
      <Button variant="primary" size="lg" wide aria-disabled={send.busy} onClick={() => void press()}>
        {send.busy ? t('fiat.beginning') : t('fiat.pay', { amount: `${formats.number(amount, 2)} ${fiat}` })}
      </Button>
      <p className="text-13 text-mut text-pretty">{t('fiat.leaves')}</p>
    </>
  );
}

function OfferRow(props: {
  readonly offer: Offer;
  readonly fiat: string;
  readonly isBest: boolean;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}) {
  const { offer, fiat } = props;
  const { t } = useTranslation('deposit');
  const formats = useFormats();
  const fiatMoney = (text: string) => `${formats.number(text, 2)} ${fiat}`;
  const receive = formats.money(offer.receiveStr);
  return (
    <label
      data-offer={offer.id}
      className={cx(
        'flex cursor-pointer items-center gap-3 rounded-btn bg-s2 px-3.5 py-3 hover:bg-s3',
        'has-[:checked]:bg-brand-soft has-[:checked]:shadow-[inset_0_0_0_1.5px_var(--color-brand-text)]',
        'has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-offset-2 has-[:focus-visible]:outline-brand-text',
      )}
    >
      <input
        type="radio"
        name="offer"
        value={offer.id}
        checked={props.isChosen}
        onChange={props.onChoose}
        className="vh"
      />
      <span className="text-mut [&_svg]:size-5">{ICONS[offer.pays]}</span>
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1 font-540">
          {t(`fiat.pays.${offer.pays}`)}
          {props.isBest ? <Chip tone="ok">{t('fiat.best')}</Chip> : null}
          {offer.needsId ? <Chip tone="warn">{t('fiat.id')}</Chip> : null}
        </span>
        <span className="block text-13 text-mut">
          <bdi>{offer.label}</bdi> · {t('fiat.time', { time: formats.span(offer.seconds * 1_000) })}
        </span>
        <span className="block text-13 text-mut">
          {t('fiat.terms', {
            fee: fiatMoney(offer.feeStr),
            min: fiatMoney(offer.minStr),
            max: fiatMoney(offer.maxStr),
          })}
        </span>
      </span>
      <span className="shrink-0 text-end">
        <span className="block text-12 text-mut">{t('fiat.get')}</span>
        <b className="block font-620">{offer.isFirm ? <Num>{receive}</Num> : t('fiat.about', { amount: receive })}</b>
      </span>
    </label>
  );
}
