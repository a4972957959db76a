import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { CallAnswer } from '#web/api/calls.ts';
import { useSession } from '#web/api/session.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Own } from '#web/money/own.tsx';
import { useShell } from '#web/shell-context.ts';
import { link, pathOf } from '#web/site.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { LoadProblem } from '#web/ui/call/load-problem.tsx';
import { Panel, PanelBody } from '#web/ui/panel.tsx';
import { KeyValues } from '#web/ui/show/key-values.tsx';
import { Skeleton } from '#web/ui/states.tsx';
import { GatesPanel } from './gates-panel.tsx';
import { usePaymentEstimate } from './use-cashier.ts';

type Balance = CallAnswer<'cashier.balance'>;

const REFRESH_MS = 15_000;
/** Parts that are said even when there is nothing in them. */
const ALWAYS: readonly Balance['parts'][number]['part'][] = ['available', 'stakes', 'shares', 'bonus'];

function useBalance() {
  const { client, state } = useSession();
  return useQuery({
    queryKey: ['cashier', 'balance'],
    enabled: state.status === 'ready',
    refetchInterval: REFRESH_MS,
    queryFn: ({ signal }) => client.call('cashier.balance', undefined, { signal }),
  });
}

/** All that is the person's: parts that are the total, what is still to be played, and what keeps money from leaving. */
export function BalanceScreen() {
  const read = useBalance();
  const standing = usePaymentEstimate(null).data;
  const balance = read.data;
  if (balance === undefined) {
    return read.isError ? (
      <LoadProblem error={read.error} onRetry={() => void read.refetch()} />
    ) : (
      <Skeleton className="h-96 rounded-card" />
    );
  }
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-5">
      <div className="grid min-w-0 gap-4">
        <Parts balance={balance} />
        <Played balance={balance} />
      </div>
      {standing === undefined ? null : <GatesPanel gates={standing.gates} toPlay={standing.toPlayStr} of="balance" />}
    </div>
  );
}

function Parts({ balance }: { readonly balance: Balance }) {
  const { t } = useTranslation('cashier');
  const { t: account } = useTranslation('account');
  const { t: common } = useTranslation('common');
  const { config, locale } = useShell();
  const shown = balance.parts.filter(({ part, amount }) => amount !== 0 || ALWAYS.includes(part));
  return (
    <Panel
      title={account('balance.total')}
      end={<Own amount={balance.totalStr} className="text-26 font-620 tracking-[-.02em]" />}
    >
      <PanelBody className="grid gap-4">
        <KeyValues
          items={shown.map(({ part, amountStr }) => ({
            id: part,
            label: t(`own.${part}`),
            value: <Own amount={amountStr} />,
          }))}
        />
        <Link
          to={link(config, 'dashboard', pathOf('deposit', locale))}
          className={buttonClass({ variant: balance.total > 0 ? 'secondary' : 'primary' })}
        >
          {common('cash.deposit')}
        </Link>
        <a
          href={link(config, 'main', pathOf('liabilities', locale))}
          className="flex min-h-8 items-center justify-self-start rounded-chip text-13 text-brand-text underline underline-offset-4 pointer-coarse:min-h-11"
        >
          {common('nav.liabilities')}
        </a>
      </PanelBody>
    </Panel>
  );
}

/** What was deposited has to be played once before it can leave. */
function Played({ balance }: { readonly balance: Balance }) {
  const { t } = useTranslation('cashier');
  return (
    <Panel title={t('play.title')} text={t('play.text')}>
      <PanelBody className="grid gap-4">
        {balance.required > 0 ? (
          <div aria-hidden className="h-2 overflow-hidden rounded-pill bg-s3">
            <div className="h-full bg-brand" style={{ width: `${(100 * balance.played) / balance.required}%` }} />
          </div>
        ) : null}
        <KeyValues
          items={[
            { id: 'required', label: t('play.required'), value: <Own amount={balance.requiredStr} /> },
            { id: 'played', label: t('play.played'), value: <Own amount={balance.playedStr} /> },
            { id: 'left', label: t('balance.to_play'), value: <Own amount={balance.toPlayStr} /> },
            { id: 'free', label: t('play.free'), value: <Own amount={balance.freeStr} />, big: true },
          ]}
        />
      </PanelBody>
    </Panel>
  );
}
