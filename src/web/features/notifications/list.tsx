import {
  AlarmClockCheck,
  AlarmClockOff,
  ArrowDownToLine,
  BadgeCheck,
  BellRing,
  Bell,
  ChartSpline,
  Flag,
  HandCoins,
  Hourglass,
  ListChecks,
  LifeBuoy,
  Lightbulb,
  ListX,
  Megaphone,
  Scale,
  Send,
  ShieldCheck,
  Undo2,
  UserRound,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { NOTIFICATION_KINDS, type NotificationKind } from '#protocol/notification-kinds.ts';
import { useFormats, useShell } from '#web/shell-context.ts';
import { link } from '#web/site.ts';
import { Button } from '#web/ui/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { Chip, EmptyState, Skeleton } from '#web/ui/states.tsx';
import { groupsOf } from './groups.ts';
import { useMarkRead, useNotifications, type Item } from './use-notifications.ts';

const ICONS: Readonly<Record<NotificationKind, ReactNode>> = {
  prediction_settled: <ChartSpline />,
  round_settled: <Flag />,
  event_settled: <Flag />,
  event_moved: <Megaphone />,
  event_alert: <BellRing />,
  order_filled: <ListChecks />,
  order_ended: <ListX />,
  scheduled_opened: <AlarmClockCheck />,
  scheduled_ended: <AlarmClockOff />,
  week_summary: <ChartSpline />,
  deposited: <ArrowDownToLine />,
  transfer_received: <HandCoins />,
  payment_requested: <HandCoins />,
  transfer_sent: <Send />,
  withdrawal_refused: <Undo2 />,
  withdrawal_paid: <Send />,
  avatar_ready: <UserRound />,
  balance_adjusted: <Scale />,
  support: <LifeBuoy />,
  idea: <Lightbulb />,
  verification: <BadgeCheck />,
  security: <ShieldCheck />,
  limits: <Hourglass />,
};

/** So many ids one request can mark as read. */
const MOST_MARKED = 200;

/** The person's notifications, newest first, with mark all as read: a card that loads more, or the first `most` of them. */
export function NotificationsList({ most }: { readonly most?: number }) {
  const { t } = useTranslation('notifications');
  const formats = useFormats();
  const pages = useNotifications();
  const mark = useMarkRead();
  const items = pages.data?.pages.flatMap((page) => page.items) ?? [];
  const groups = groupsOf(items, (ms) => formats.date(ms));
  const newest = items[0];
  const unread = pages.data?.pages.at(-1)?.unread ?? 0;
  return (
    <section
      className={most === undefined ? 'card min-w-0 overflow-hidden' : 'min-w-0'}
      aria-label={t('list_label')}
      aria-busy={pages.isFetching}
    >
      {items.length === 0 ? null : (
        <div className="flex justify-end px-4.5 py-3 md:px-6">
          <Button
            size="sm"
            aria-disabled={unread === 0 || mark.isPending}
            // What came since is on no screen yet, and stays new.
            onClick={() => newest !== undefined && unread > 0 && mark.mutate({ upTo: newest.id })}
          >
            {t('notif.mark_all')}
          </Button>
        </div>
      )}
      {mark.isError ? (
        <p role="alert" className="px-4.5 pb-3 text-13 text-bad md:px-6">
          {t('not_saved')}
        </p>
      ) : null}
      {pages.isPending ? <Loading /> : null}
      {pages.isError && items.length === 0 ? (
        <EmptyState
          title={t('load_failed')}
          action={<Button onClick={() => void pages.refetch()}>{t('btn.retry')}</Button>}
        />
      ) : null}
      {pages.isSuccess && items.length === 0 ? (
        <EmptyState icon={<Bell aria-hidden />} title={t('table.empty')} text={t('empty.text')} />
      ) : null}
      <ul>
        {groups.slice(0, most).map(({ newest: item, ids }) => (
          <Row
            key={item.id}
            item={item}
            count={ids.length}
            onOpen={() => item.isRead || mark.mutate({ ids: ids.slice(0, MOST_MARKED) })}
          />
        ))}
      </ul>
      {pages.hasNextPage && most === undefined ? (
        <div className="border-t border-line px-4.5 py-3 md:px-6">
          <Button aria-disabled={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
            {t('notif.load_more')}
          </Button>
        </div>
      ) : null}
    </section>
  );
}

function Loading() {
  return (
    <div className="grid gap-2 p-4.5">
      <Skeleton className="h-12" />
      <Skeleton className="h-12" />
      <Skeleton className="h-12 w-2/3" />
    </div>
  );
}

/** The price, time or volume that an alert waited for. */
function alertValue(formats: ReturnType<typeof useFormats>, { what, value }: Item['values']): string {
  if (what === 'above' || what === 'below')
    return `${formats.number(Number(value) / 10, Number(value) % 10 === 0 ? 0 : 1)}¢`;
  return what === 'closes' ? formats.duration(Number(value) * 60) : formats.number(Number(value ?? 0));
}

/** What a notification says, amounts and dates as the language writes them. */
function useText(): (item: Item) => string {
  const { t } = useTranslation('notifications');
  const formats = useFormats();
  const pairOf = (values: Item['values']) => (values['pair'] ?? '').replace('-', '/');
  const windowOf = (values: Item['values']) => formats.duration(Number(values['windowSec'] ?? 0));
  return ({ kind, values }) => {
    switch (kind) {
      case 'prediction_settled':
        return t('notif.prediction_settled', {
          pair: pairOf(values),
          outcome: values['outcome'] ?? '',
          stake: formats.own(values['stake'] ?? '0'),
          credit: formats.own(values['credit'] ?? '0'),
        });
      case 'round_settled':
        return t('notif.round_settled', {
          pair: pairOf(values),
          window: windowOf(values),
          outcome: values['outcome'] ?? '',
          cost: formats.own(values['cost'] ?? '0'),
          credit: formats.own(values['credit'] ?? '0'),
        });
      case 'event_settled':
        return t('notif.event_settled', {
          event: values['event'] ?? '',
          outcome: values['outcome'] ?? '',
          cost: formats.own(values['cost'] ?? '0'),
          credit: formats.own(values['credit'] ?? '0'),
        });
      case 'event_moved':
        return t('notif.event_moved', {
          event: values['event'] ?? '',
          move: values['move'] ?? '',
          shares: values['shares'] ?? '',
        });
      case 'event_alert':
        return t('notif.event_alert', {
          event: values['event'] ?? '',
          what: values['what'] ?? '',
          value: alertValue(formats, values),
        });
      case 'order_filled':
        return t(values['event'] === undefined ? 'notif.order_filled' : 'notif.event_filled', {
          event: values['event'] ?? '',
          pair: pairOf(values),
          window: windowOf(values),
          side: values['side'] ?? '',
          outcome: values['outcome'] ?? '',
          shares: formats.number(Number(values['shares']), values['shares']?.endsWith('.00') === true ? 0 : 2),
          price: `${formats.number(Number(values['price']) / 10, values['price']?.endsWith('0') === true ? 0 : 1)}¢`,
        });
      case 'order_ended':
        return t(values['event'] === undefined ? 'notif.order_ended' : 'notif.event_order_ended', {
          event: values['event'] ?? '',
          pair: pairOf(values),
          window: windowOf(values),
          reason: values['reason'] ?? '',
          count: Number(values['count'] ?? 1),
        });
      case 'scheduled_opened':
        return t('notif.scheduled_opened', { pair: pairOf(values), direction: values['direction'] ?? '' });
      case 'scheduled_ended':
        return t('notif.scheduled_ended', {
          pair: pairOf(values),
          direction: values['direction'] ?? '',
          reason: values['reason'] ?? '',
        });
      case 'verification':
        return t('notif.verification', {
          status: t('verification.status', { document: values['document'] ?? '', status: values['status'] ?? '' }),
        });
      case 'deposited':
        return t(values['state'] === 'seen' ? 'notif.deposit_seen' : 'notif.deposited', {
          amount: formats.own(values['amount'] ?? '0'),
        });
      case 'transfer_received':
        return t('notif.payment_received', { amount: formats.own(values['amount'] ?? '0') });
      case 'transfer_sent':
        return t('notif.payment_sent', { amount: formats.own(values['amount'] ?? '0') });
      case 'payment_requested':
        return t('notif.payment_requested', {
          state: values['state'] ?? '',
          amount: formats.own(values['amount'] ?? '0'),
        });
      case 'withdrawal_refused':
        return t('notif.withdrawal_refused', {
          amount: formats.own(values['amount'] ?? '0'),
          told: values['told'] ?? '',
        });
      case 'withdrawal_paid':
        return t('notif.withdrawal_paid', { amount: formats.own(values['amount'] ?? '0') });
      // By e-mail alone: it is in no list.
      case 'week_summary':
        return t('kind.week_summary');
      case 'avatar_ready':
        return t('notif.avatar_ready');
      case 'balance_adjusted':
        return t('notif.balance_adjusted', {
          way: values['way'] ?? '',
          amount: formats.own(values['amount'] ?? '0'),
        });
      case 'support':
        return t('notif.support');
      case 'idea':
        return t('notif.idea', { to: values['to'] ?? '' });
      case 'security':
        return t('notif.security', { what: values['what'] ?? '' });
      case 'limits':
        return t('notif.limits', { what: values['what'] ?? '', amount: formats.own(values['amount'] ?? '0') });
    }
  };
}

interface RowProps {
  /** The newest of those that say the same on that day. */
  readonly item: Item;
  readonly count: number;
  readonly onOpen: () => void;
}

function Row({ item, count, onOpen }: RowProps) {
  const { t } = useTranslation('notifications');
  const { config, locale } = useShell();
  const formats = useFormats();
  const textOf = useText();
  const { site, path } = NOTIFICATION_KINDS[item.kind];
  return (
    <li className="border-t border-line">
      <a
        href={link(config, site, `/${locale}/${path}`)}
        onClick={onOpen}
        className="flex items-center gap-3 px-4.5 py-3.5 hover:bg-s2 md:gap-4 md:px-6"
      >
        <span
          aria-hidden
          className={cx(
            'grid size-10 shrink-0 place-items-center rounded-[11px] bg-s2 [&_svg]:size-4.5',
            item.isRead ? 'text-mut' : 'text-brand-text',
          )}
        >
          {ICONS[item.kind]}
        </span>
        <span className="min-w-0 flex-1">
          <span className={cx('block break-words', item.isRead ? 'text-mut' : 'font-540')}>
            {textOf(item)}
            {count === 1 ? null : <span className="font-400 text-mut"> · {t('notif.times', { count })}</span>}
          </span>
          <time dateTime={item.at} className="block text-13 text-mut">
            {formats.dateTime(Date.parse(item.at))}
          </time>
        </span>
        {item.isRead ? null : <Chip tone="brand">{t('new')}</Chip>}
      </a>
    </li>
  );
}
