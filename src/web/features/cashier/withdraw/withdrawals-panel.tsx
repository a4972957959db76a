import { ArrowUpFromLine } from 'lucide-react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useFormats } from '#web/shell-context.ts';
import { useSupportLink } from '#web/support-link.ts';
import { Button } from '#web/ui/button.tsx';
import { COIN_DECIMALS } from '#domain/cashier/coin-networks.ts';
import { Num } from '#web/ui/num.tsx';
import { LoadProblem } from '#web/ui/call/load-problem.tsx';
import { useSend } from '#web/ui/call/use-call.ts';
import { Panel, PanelRow } from '#web/ui/panel.tsx';
import { Timeline, type TimelineStep } from '#web/ui/show/timeline.tsx';
import { Skeleton } from '#web/ui/states.tsx';
import { useCashierNews } from '../use-cashier.ts';
import { partsOf } from './amounts.ts';
import { isOpen, useWithdrawals, type Withdrawal } from './use-withdraw.ts';

/** Own withdrawals, and how far each is. */
export function WithdrawalsPanel() {
  const { t } = useTranslation('withdraw');
  const read = useWithdrawals();
  if (read.data === undefined) {
    return read.isError ? (
      <LoadProblem error={read.error} onRetry={() => void read.refetch()} />
    ) : (
      <Skeleton className="h-40" />
    );
  }
  return (
    <Panel title={t('list.title')}>
      {read.data.length === 0 ? (
        <PanelRow icon={<ArrowUpFromLine aria-hidden />} title={t('list.empty')} text={t('list.empty_text')} />
      ) : (
        read.data.map((one) => <Row key={one.id} of={one} />)
      )}
    </Panel>
  );
}

function Row({ of }: { readonly of: Withdrawal }) {
  const { t } = useTranslation('withdraw');
  const formats = useFormats();
  const news = useCashierNews();
  const cancel = useSend('cashier.cancelWithdrawal', { toast: 'cancel-withdrawal', onDone: news });
  const { state, address } = of.withdrawal;
  const [start, , end] = partsOf(address);
  const amount = formats.own(of.amountStr.replace('-', ''));
  const steps = useSteps(of);
  return (
    <PanelRow
      stack
      icon={<ArrowUpFromLine aria-hidden />}
      title={t('row', { amount, to: `${start}…${end}` })}
      text={
        <div className="grid gap-2 pt-1" data-withdrawal={of.id} data-state={state}>
          <time dateTime={of.at}>{formats.dateTime(Date.parse(of.at))}</time>
          <Coins of={of} />
          <Hash of={of} />
          {isOpen(of) ? <Timeline label={t('steps')} steps={steps} /> : <Ended of={of} />}
        </div>
      }
      end={
        state === 'REVIEW' || state === 'APPROVED' ? (
          <Button
            size="sm"
            aria-label={t('cancel_one', { amount })}
            aria-disabled={cancel.busy}
            onClick={() => void cancel.send({ params: { id: of.id } })}
          >
            {t('cancel')}
          </Button>
        ) : null
      }
    />
  );
}

/** What arrives in a coin whose price moves, and what one of it cost. */
function Coins({ of: { withdrawal } }: { readonly of: Withdrawal }) {
  const { t } = useTranslation('withdraw');
  const formats = useFormats();
  const { coins, rate, token } = withdrawal;
  if (coins === null || rate === null) return null;
  return (
    <p>
      <Num>{formats.ownIn(token, coins, COIN_DECIMALS)}</Num> · {t('rate')}: <Num>{formats.price(rate, 2)}</Num>
    </p>
  );
}

/** Its transaction on the chain, once there is one. */
function Hash({ of: { withdrawal } }: { readonly of: Withdrawal }) {
  const { t } = useTranslation('withdraw');
  const { txHash, txLink } = withdrawal;
  if (txHash === null) return null;
  const shown = <bdi dir="ltr" className="font-mono break-all">{`${txHash.slice(0, 10)}…${txHash.slice(-8)}`}</bdi>;
  return (
    <p>
      {t('hash')}:{' '}
      {txLink === null ? (
        <span title={txHash}>{shown}</span>
      ) : (
        <a
          href={txLink}
          target="_blank"
          rel="noreferrer"
          className="inline-flex min-h-6 items-center text-brand-text underline"
        >
          {shown}
        </a>
      )}
    </p>
  );
}

function Ended({ of }: { readonly of: Withdrawal }) {
  const { t } = useTranslation('withdraw');
  const { t: common } = useTranslation('common');
  const support = useSupportLink();
  const { state, told } = of.withdrawal;
  if (state === 'PAID') return <p className="text-ok">{t('step.arrived')}</p>;
  if (state === 'CANCELLED') return <p>{t('step.cancelled')}</p>;
  return (
    <div>
      <p>
        {t('step.refused')} {told === null ? null : t('told', { told })}
      </p>
      <a
        href={support({ kind: 'withdrawal', ref: of.id })}
        data-way="support"
        className="inline-flex min-h-6 items-center font-540 text-brand-text hover:underline pointer-coarse:min-h-11"
      >
        {common('btn.contact_support')}
      </a>
    </div>
  );
}

const ORDER = ['REVIEW', 'APPROVED', 'SIGNED', 'BROADCAST', 'PAID'] as const;

function useSteps({ withdrawal: { state } }: Withdrawal): readonly TimelineStep[] {
  const { t } = useTranslation('withdraw');
  const at = ORDER.findIndex((one) => one === state);
  const steps = [
    ...(state === 'REVIEW' ? [{ id: 'review', title: t('step.review'), from: 0, to: 1 }] : []),
    { id: 'approved', title: t('step.approved'), from: 1, to: 3 },
    { id: 'sent', title: t('step.sent'), from: 3, to: 4 },
    { id: 'arrived', title: t('step.arrived'), from: 4, to: 5 },
  ];
  return [
    { id: 'asked', title: t('step.asked'), state: 'done' },
    ...steps.map(({ id, title, from, to }) => ({
      id,
      title,
      state: at >= to ? ('done' as const) : at >= from ? ('now' as const) : ('next' as const),
    })),
  ];
}
