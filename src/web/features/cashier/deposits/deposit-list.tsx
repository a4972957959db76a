import { CircleCheck, Inbox } from 'lucide-react';
import { Link } from 'react-router';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Own } from '#web/money/own.tsx';
import { useFormats, useShell } from '#web/shell-context.ts';
import { link, pathOf } from '#web/site.ts';
import { useSupportLink } from '#web/support-link.ts';
import { LoadProblem } from '#web/ui/call/load-problem.tsx';
import { CountdownRing } from '#web/ui/market/countdown-ring.tsx';
import { PairIcon } from '#web/ui/market/pair-icon.tsx';
import { Moment } from '#web/ui/moment.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { Banner, EmptyState, Skeleton } from '#web/ui/states.tsx';
import type { Deposit, Options, useDeposits } from './use-deposits.ts';

const SHOWN = 6;

/** What arrived, the newest first, as it is confirmed and credited. */
export function DepositList(props: { readonly read: ReturnType<typeof useDeposits>; readonly options: Options }) {
  const { read, options } = props;
  const { t } = useTranslation('deposit');
  const { config, locale } = useShell();
  const rows = read.data;
  return (
    <Panel
      title={t('recent.title')}
      end={
        <Link
          to={`${link(config, 'dashboard', pathOf('wallet-history', locale))}?type=deposit`}
          className="inline-flex min-h-6 items-center text-13 font-540 text-brand-text hover:underline pointer-coarse:min-h-11"
        >
          {t('recent.all')}
        </Link>
      }
    >
      {read.isError && rows !== undefined ? (
        <Banner tone="warn" className="mx-4.5 mb-3 md:mx-6">
          {t('recent.stale')}
        </Banner>
      ) : null}
      {rows === undefined ? (
        read.isError ? (
          <LoadProblem error={read.error} onRetry={() => void read.refetch()} className="m-4.5" />
        ) : (
          <Skeleton className="m-4.5 h-24" />
        )
      ) : rows.length === 0 ? (
        <EmptyState
          className="border-t border-line"
          icon={<Inbox aria-hidden />}
          title={t('recent.empty')}
          text={t('recent.empty_text')}
        />
      ) : (
        <ul aria-live="polite">
          {rows.slice(0, SHOWN).map((deposit) => (
            <DepositRow key={deposit.id} deposit={deposit} options={options} />
          ))}
        </ul>
      )}
    </Panel>
  );
}

/** One deposit: what came, and how it stands. */
export function DepositRow({ deposit, options }: { readonly deposit: Deposit; readonly options: Options }) {
  const { t } = useTranslation('deposit');
  const { coin, coins, rate, status } = deposit;
  const formats = useFormats();
  const isCoin = options.rates.some((one) => one.coin === coin);
  const network = options.networks.find(({ id }) => id === deposit.network);
  return (
    <li
      data-deposit={deposit.id}
      data-status={status}
      className="flex items-center gap-3 border-t border-line px-4.5 py-3 md:px-6"
    >
      {coin === null ? null : <PairIcon pair={`${coin}-USD`} className="size-8" />}
      <div className="min-w-0 flex-1">
        <p className="font-540">
          {coin === null ? (
            t('coin.unknown')
          ) : (
            <>
              {isCoin && Number(deposit.amountStr) === 0 ? null : <Own amount={deposit.amountStr} />}{' '}
              <bdi className="text-13 text-mut">{isCoin ? `${coins ?? ''} ${coin}` : coin}</bdi>
            </>
          )}
        </p>
        <p className="text-13 text-mut">
          <StatusText deposit={deposit} min={options.minStr} />
        </p>
        {isCoin && (rate !== null || status === 'CONFIRMING') ? (
          <p className="text-12 text-mut">
            {rate === null
              ? t('recent.about')
              : t('recent.rate', {
                  coin: coin ?? '',
                  amount: formats.money(rate.rate),
                  time: formats.moment(Date.parse(rate.at)),
                })}
          </p>
        ) : null}
        {status === 'SUPPORT' ? <AskSupport id={deposit.id} /> : null}
        <p className="text-12 text-mut">
          <bdi>{network?.name ?? deposit.network}</bdi> · <Moment at={Date.parse(deposit.at)} />
        </p>
      </div>
      {status === 'CONFIRMING' ? (
        <CountdownRing left={deposit.confirmations / Math.max(1, deposit.needed)} size={32} />
      ) : null}
      {status === 'CREDITED' ? <CircleCheck aria-hidden className="size-5 shrink-0 text-ok" /> : null}
    </li>
  );
}

function AskSupport({ id }: Pick<Deposit, 'id'>) {
  const { t } = useTranslation('common');
  const support = useSupportLink();
  return (
    <a
      href={support({ kind: 'deposit', ref: id })}
      data-way="support"
      className="inline-flex min-h-6 items-center text-13 font-540 text-brand-text hover:underline pointer-coarse:min-h-11"
    >
      {t('btn.contact_support')}
    </a>
  );
}

function StatusText({ deposit, min }: { readonly deposit: Deposit; readonly min: string }) {
  const { t } = useTranslation('deposit');
  const formats = useFormats();
  const { status, coin } = deposit;
  if (status === 'SUPPORT' && coin === null) return t('status.wrong');
  return t(`status.${status}`, {
    seen: formats.number(deposit.confirmations),
    needed: formats.number(deposit.needed),
    min: formats.money(min),
  });
}
