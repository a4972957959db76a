import { CircleCheck, Clock3, ExternalLink, Inbox } from 'lucide-react';
import { Link } from 'react-router';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Own } from '#web/money/own.tsx';
import { useLeft } from '#web/use-left.ts';
import { useFormats } from '#web/shell-context.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { ProblemBox } from '#web/ui/call/problem-box.tsx';
import { useSend } from '#web/ui/call/use-call.ts';
import { cx } from '#web/ui/cx.ts';
import { CountdownRing } from '#web/ui/market/countdown-ring.tsx';
import { Moment } from '#web/ui/moment.tsx';
import { Num } from '#web/ui/num.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { KeyValues } from '#web/ui/show/key-values.tsx';
import { Banner, Chip, EmptyState, type ChipTone } from '#web/ui/states.tsx';
import { clockOf, leftOf } from './shown.ts';
import { isOpen, useFiatNews, type FiatOrder } from './use-fiat.ts';

const SHOWN = 6;
const TONES: Readonly<Record<FiatOrder['status'], ChipTone>> = {
  CREATED: 'info',
  PENDING: 'info',
  EXPIRED: 'plain',
  FAILED: 'bad',
  REVIEW: 'warn',
  CREDITED: 'ok',
  REFUNDED: 'plain',
  CHARGEBACK: 'bad',
};

/** One order as it moves: what is to be paid, the time that is left, and the way to the page of its provider. */
export function OrderCard({ order, onAgain }: { readonly order: FiatOrder; readonly onAgain: () => void }) {
  const { t } = useTranslation('deposit');
  const formats = useFormats();
  const { status, url } = order;
  // What is still to be paid has to be read.
  const isDue = isOpen(order);
  const money = (text: string) =>
    isDue ? `${formats.number(text, 2)} ${order.fiat}` : formats.ownIn(order.fiat, text);
  const receive = isDue ? formats.money(order.receiveStr) : formats.own(order.receiveStr);
  return (
    <Panel
      title={t('fiat.order')}
      end={
        <span aria-live="polite" data-part="fiat-status" data-status={status}>
          <Chip tone={TONES[status]}>{t(`fiat.status.${status}`)}</Chip>
        </span>
      }
    >
      <div className="grid gap-4 px-4.5 pb-4.5 md:px-6 md:pb-6">
        <p className="text-13 text-mut text-pretty">
          {t(`fiat.says.${status}`, { amount: formats.own(order.creditedStr) })}
        </p>
        <KeyValues
          items={[
            { id: 'pay', label: t('fiat.to_pay'), value: <Num>{money(order.amountStr)}</Num>, big: true },
            { id: 'fee', label: t('fiat.fee_in'), value: <Num>{money(order.feeStr)}</Num> },
            { id: 'get', label: t('fiat.get'), value: <Num>{receive}</Num> },
            ...(isDue ? [{ id: 'left', label: t('fiat.left'), value: <TimeLeft order={order} /> }] : []),
          ]}
        />
        {isDue ? <OpenActs order={order} url={url} /> : null}
        {isDue ? null : (
          <Button variant="outline" onClick={onAgain}>
            {t('fiat.again')}
          </Button>
        )}
      </div>
    </Panel>
  );
}

function TimeLeft({ order }: { readonly order: FiatOrder }) {
  const left = useLeft(Date.parse(order.expiresAt));
  return (
    <span className="inline-flex items-center gap-2">
      <CountdownRing left={leftOf(order, left)} />
      <Num>{clockOf(left)}</Num>
    </span>
  );
}

function OpenActs({ order, url }: { readonly order: FiatOrder; readonly url: string | null }) {
  const { t } = useTranslation('deposit');
  const news = useFiatNews();
  const cancel = useSend('fiat.cancel', { onDone: () => void news() });
  // A page that is good once: the same order asked for again makes another.
  const again = useSend('fiat.create', {
    onDone: (made) => {
      if (made.url !== null) location.assign(made.url);
    },
  });
  const { offer, fiat, amountStr: amount, receiveStr: receive } = order;
  return (
    <>
      <ProblemBox problem={again.problem ?? cancel.problem} />
      <div className="flex flex-wrap gap-2">
        {url === null ? (
          <Button
            variant="primary"
            size="lg"
            className="flex-1"
            aria-disabled={again.busy}
            onClick={() => void again.send({ body: { offer, fiat, amount, receive } })}
          >
            {again.busy ? t('fiat.beginning') : t('fiat.open')}
          </Button>
        ) : (
          <a href={url} className={cx(buttonClass({ variant: 'primary', size: 'lg' }), 'flex-1')}>
            <ExternalLink aria-hidden className="size-4" />
            {t('fiat.open')}
          </a>
        )}
        <Button
          variant="outline"
          size="lg"
          aria-disabled={cancel.busy}
          onClick={() => void cancel.send({ params: { id: order.id } })}
        >
          {t('fiat.cancel')}
        </Button>
      </div>
    </>
  );
}

/** Orders, the newest first, as they stand. */
export function OrderList({ orders, isStale }: { readonly orders: readonly FiatOrder[]; readonly isStale: boolean }) {
  const { t } = useTranslation('deposit');
  return (
    <Panel title={t('fiat.recent')}>
      {isStale ? (
        <Banner tone="warn" className="mx-4.5 mb-3 md:mx-6">
          {t('recent.stale')}
        </Banner>
      ) : null}
      {orders.length === 0 ? (
        <EmptyState
          className="border-t border-line"
          icon={<Inbox aria-hidden />}
          title={t('fiat.recent_none')}
          text={t('fiat.recent_text')}
        />
      ) : (
        <ul aria-live="polite">
          {orders.slice(0, SHOWN).map((order) => (
            <OrderRow key={order.id} order={order} />
          ))}
        </ul>
      )}
    </Panel>
  );
}

function OrderRow({ order }: { readonly order: FiatOrder }) {
  const { t } = useTranslation('deposit');
  const formats = useFormats();
  const { id, status } = order;
  return (
    <li data-order={id} data-status={status} className="border-t border-line">
      <Link
        to={`?way=fiat&order=${id}`}
        preventScrollReset
        className="flex items-center gap-3 px-4.5 py-3 hover:bg-s2 md:px-6"
      >
        <span className="min-w-0 flex-1">
          <span className="block font-540">
            <Own amount={status === 'CREDITED' ? order.creditedStr : order.receiveStr} />{' '}
            <span className="text-13 font-400 text-mut">
              <Num>{formats.ownIn(order.fiat, order.amountStr)}</Num>
            </span>
          </span>
          <span className="block text-13 text-mut">{t(`fiat.status.${status}`)}</span>
          <span className="block text-12 text-mut">
            <Moment at={Date.parse(order.at)} />
          </span>
        </span>
        {status === 'CREDITED' ? <CircleCheck aria-hidden className="size-5 shrink-0 text-ok" /> : null}
        {isOpen(order) ? <Clock3 aria-hidden className="size-5 shrink-0 text-mut" /> : null}
      </Link>
    </li>
  );
}
