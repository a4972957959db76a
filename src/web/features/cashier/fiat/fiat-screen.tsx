import { CircleSlash } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useProfileChanged } from '#web/api/profile.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useFormats } from '#web/shell-context.ts';
import { LoadProblem } from '#web/ui/call/load-problem.tsx';
import { Field } from '#web/ui/form/field.tsx';
import { Select } from '#web/ui/form/select.tsx';
import { Banner, EmptyState, Skeleton } from '#web/ui/states.tsx';
import { showToast } from '#web/ui/toast.tsx';
import { useNumberField } from '#web/ui/use-number-field.ts';
import { Part } from '../deposits/choice-parts.tsx';
import { LimitPanel } from '../deposits/limit-panel.tsx';
import { AMOUNT_PLACES } from '../pay-amount.ts';
import { OffersPart } from './offers-part.tsx';
import { OrderCard, OrderList } from './orders.tsx';
import { firstFiat, sumOf } from './shown.ts';
import { isOpen, useFiatOrders, useFiats, useOrderCredited, type FiatOrder, type Fiats } from './use-fiat.ts';

/** How the person pays in from a card or a bank: a sum, an offer, the page of its provider; and how each order stands. */
export function FiatScreen() {
  const { t } = useTranslation('deposit');
  const formats = useFormats();
  const fiats = useFiats();
  const orders = useFiatOrders();
  const changed = useProfileChanged();
  useOrderCredited(orders.data, ({ id, creditedStr }) => {
    void changed();
    showToast({ id: `fiat-${id}`, tone: 'ok', title: t('live.credited', { amount: formats.own(creditedStr) }) });
  });
  if (fiats.data === undefined || orders.data === undefined) {
    const failed = fiats.isError ? fiats : orders.isError ? orders : null;
    return failed === null ? (
      <Skeleton className="h-96 rounded-card" />
    ) : (
      <LoadProblem error={failed.error} onRetry={() => void failed.refetch()} />
    );
  }
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-5">
      <Main fiats={fiats.data} orders={orders.data} />
      <div className="grid min-w-0 gap-4">
        <OrderList orders={orders.data} isStale={orders.isError} />
        <LimitPanel />
      </div>
    </div>
  );
}

function Main({ fiats, orders }: { readonly fiats: Fiats; readonly orders: readonly FiatOrder[] }) {
  const { t } = useTranslation('deposit');
  const [search, setSearch] = useSearchParams();
  const named = orders.find(({ id }) => id === search.get('order'));
  // What the address names, else what waits to be paid.
  const shown = named ?? orders.find(isOpen);
  if (fiats.fiats.length === 0) {
    return (
      <section className="card">
        <EmptyState icon={<CircleSlash aria-hidden />} title={t('fiat.closed.title')} text={t('fiat.closed.text')} />
      </section>
    );
  }
  return (
    <div className="grid min-w-0 gap-4">
      {fiats.isTest ? <Banner tone="info">{t('fiat.test_text')}</Banner> : null}
      {shown === undefined ? null : (
        <OrderCard
          key={shown.id}
          order={shown}
          onAgain={() => {
            const next = new URLSearchParams(search);
            next.delete('order');
            setSearch(next, { replace: true });
          }}
        />
      )}
      {shown === undefined || !isOpen(shown) ? <Begin fiats={fiats.fiats} orders={orders} /> : null}
      <p className="px-1 text-13 text-mut text-pretty">{t('risk')}</p>
    </div>
  );
}

/** A new order: how much, and which offer. */
function Begin({ fiats, orders }: { readonly fiats: Fiats['fiats']; readonly orders: readonly FiatOrder[] }) {
  const { t } = useTranslation('deposit');
  const formats = useFormats();
  const [wished, setWished] = useState<string | null>(null);
  const [typed, setTyped] = useState('100');
  const field = useNumberField(AMOUNT_PLACES, setTyped);
  const code = wished ?? firstFiat(fiats, orders);
  const fiat = fiats.find((one) => one.code === code);
  if (fiat === undefined) return null;
  const sum = sumOf(typed, fiat);
  const range = t('fiat.range', {
    min: formats.number(fiat.minStr, 2),
    max: formats.number(fiat.maxStr, 2),
    fiat: fiat.code,
  });
  return (
    <section className="card min-w-0">
      <Part no={1} title={t('fiat.amount_title')}>
        <div className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_13rem]">
          <Field
            label={t('fiat.amount')}
            inputMode="decimal"
            autoComplete="off"
            value={typed}
            {...field}
            hint={range}
            problem={sum === null || sum.side === null ? undefined : range}
          />
          <Select label={t('fiat.currency')} value={fiat.code} onChange={(event) => setWished(event.target.value)}>
            {fiats.map((one) => (
              <option key={one.code} value={one.code}>
                {`${one.code} · ${formats.currency(one.code)}`}
              </option>
            ))}
          </Select>
        </div>
      </Part>
      <OffersPart fiat={fiat.code} amount={sum === null || sum.side !== null ? null : sum.amount} />
    </section>
  );
}
