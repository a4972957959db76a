import { ArrowDownToLine, ArrowUpFromLine, Gift, Scale, Send, Users } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Own } from '#web/money/own.tsx';
import { useFormats } from '#web/shell-context.ts';
import { cx } from '#web/ui/cx.ts';
import type { Column } from '#web/ui/list/column.ts';
import { Num } from '#web/ui/num.tsx';
import { Chip } from '#web/ui/states.tsx';
import { COIN_DECIMALS } from '#domain/cashier/coin-networks.ts';
import { OnChain } from './on-chain.tsx';
import type { Transaction } from './use-cashier.ts';

const ICONS: Readonly<Record<Transaction['type'], ReactNode>> = {
  deposit: <ArrowDownToLine aria-hidden />,
  withdrawal: <ArrowUpFromLine aria-hidden />,
  payment: <Send aria-hidden />,
  bonus: <Gift aria-hidden />,
  referral: <Users aria-hidden />,
  adjustment: <Scale aria-hidden />,
};
const TONES = { DONE: 'up', HELD: 'warn', RECALLED: 'plain' } as const;
/** As much of an id as tells it from others. */
const END_OF_ID = 8;
/** As much of an address as people compare. */
const START = 6;
const END = 4;
/** Digits of a dollar coin that are shown. */
const USDT_PLACES = 2;

/** What a row of the wallet history shows; `open` shows all that is known of it. */
export function useTransactionColumns(open: (row: Transaction) => void): readonly Column<Transaction>[] {
  const { t } = useTranslation('cashier');
  const formats = useFormats();
  return [
    {
      id: 'type',
      label: t('col.type'),
      head: true,
      cell: ({ type }) => (
        <span className="flex items-center gap-2.5 font-540 [&_svg]:size-4 [&_svg]:text-mut">
          {ICONS[type]}
          {t(`type.${type}`)}
        </span>
      ),
    },
    { id: 'details', label: t('col.details'), wide: true, cell: (row) => <Details row={row} /> },
    { id: 'time', label: t('col.time'), wide: true, cell: ({ at }) => formats.dateTime(Date.parse(at)) },
    {
      id: 'id',
      label: t('col.id'),
      cell: (row) => (
        <button
          type="button"
          className="inline-flex min-h-6 items-center text-12 text-brand-text underline pointer-coarse:min-h-11"
          title={row.id}
          aria-label={`${t('col.details')}: …${row.id.slice(-END_OF_ID)}`}
          onClick={() => open(row)}
        >
          <Num>…{row.id.slice(-END_OF_ID)}</Num>
        </button>
      ),
    },
    {
      id: 'status',
      label: t('col.status'),
      cell: ({ status, withdrawal }) => (
        <Chip tone={TONES[status]}>
          {t(withdrawal !== null && status === 'RECALLED' ? 'status.returned' : `status.${status}`)}
        </Chip>
      ),
    },
    {
      id: 'amount',
      label: t('col.amount'),
      end: true,
      head: true,
      cell: ({ amountStr, direction, status }) => (
        <Own
          amount={amountStr}
          signed
          className={cx(
            'font-540',
            status === 'RECALLED' ? 'text-mut line-through' : direction === 'in' ? 'text-up' : undefined,
          )}
        />
      ),
    },
  ];
}

function Details({ row }: { readonly row: Transaction }) {
  const { t } = useTranslation('cashier');
  const formats = useFormats();
  const { withdrawal, deposit } = row;
  if (withdrawal !== null) {
    const { token: coin, coins, address } = withdrawal;
    const token = coins === null ? coin : formats.ownIn(coin, coins, COIN_DECIMALS);
    return (
      <span className="min-w-0 break-words">
        <bdi title={address}>
          {t('details.withdrawal', { token, address: `${address.slice(0, START)}…${address.slice(-END)}` })}
        </bdi>
        <OnChain of={withdrawal} />
      </span>
    );
  }
  if (deposit !== null) {
    const { token, coins, rate } = deposit;
    const shown = coins === null ? token : formats.ownIn(token, coins, rate === null ? USDT_PLACES : COIN_DECIMALS);
    return (
      <span className="min-w-0 break-words">
        <bdi>{t('details.deposit', { coins: shown, network: deposit.network })}</bdi>
        <OnChain of={deposit} />
      </span>
    );
  }
  if (row.other === null) return row.sandbox ? t('details.sandbox') : null;
  return (
    <span className="min-w-0 break-words">
      {t(row.direction === 'out' ? 'details.to' : 'details.from', { name: row.other.name })}
      {row.note === null ? null : (
        <>
          {' · '}
          <bdi>{row.note}</bdi>
        </>
      )}
    </span>
  );
}
