import { CircleSlash } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useProfileChanged } from '#web/api/profile.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useFormats, useShell } from '#web/shell-context.ts';
import { link, pathOf } from '#web/site.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { LinkTabs } from '#web/ui/frame/link-tabs.tsx';
import { LoadProblem } from '#web/ui/call/load-problem.tsx';
import { EmptyState, Skeleton } from '#web/ui/states.tsx';
import { showToast } from '#web/ui/toast.tsx';
import { FiatScreen } from '../fiat/fiat-screen.tsx';
import { AddressPart } from './address-part.tsx';
import { CoinPart, NetworkPart } from './choice-parts.tsx';
import { DepositList } from './deposit-list.tsx';
import { FaucetPanel } from './faucet-panel.tsx';
import { FinderPanel } from './finder-panel.tsx';
import { LimitPanel } from './limit-panel.tsx';
import {
  networksOf,
  rateOf,
  useCredited,
  useDepositOptions,
  useDeposits,
  type Coin,
  type Options,
} from './use-deposits.ts';

/** How the person pays in: from a chain, or from a card or a bank. Which way is in the address, so that a provider can lead back to it. */
export function DepositScreen() {
  const { t } = useTranslation('deposit');
  const [search] = useSearchParams();
  const isFiat = search.get('way') === 'fiat';
  return (
    <div className="grid gap-4 lg:gap-5">
      <LinkTabs
        label={t('tab.label')}
        items={[
          { href: '?', label: t('tab.crypto'), current: !isFiat },
          { href: '?way=fiat', label: t('tab.fiat'), current: isFiat },
        ]}
      />
      {isFiat ? <FiatScreen /> : <CryptoScreen />}
    </div>
  );
}

/** Coin, network, address; beside it what arrived, and where a deposit is that they miss. */
function CryptoScreen() {
  const { t } = useTranslation('deposit');
  const read = useDepositOptions();
  const options = read.data;
  if (options === undefined) {
    return read.isError ? (
      <LoadProblem error={read.error} onRetry={() => void read.refetch()} />
    ) : (
      <Skeleton className="h-96 rounded-card" />
    );
  }
  const [first] = options.networks.flatMap(({ coins }) => coins);
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-5">
      {first === undefined ? (
        <section className="card">
          <EmptyState icon={<CircleSlash aria-hidden />} title={t('closed.title')} text={t('closed.text')} />
        </section>
      ) : (
        <Steps options={options} first={first} />
      )}
      <Beside options={options} />
    </div>
  );
}

function Steps({ options, first }: { readonly options: Options; readonly first: Coin }) {
  const { t } = useTranslation('deposit');
  const [coin, setCoin] = useState<Coin>(first);
  const [wished, setWished] = useState<string | null>(null);
  const networks = networksOf(options, coin);
  const network = networks.find(({ id }) => id === wished) ?? networks[0];
  const coins = [...new Set(options.networks.flatMap((one) => one.coins))];
  return (
    <div className="grid min-w-0 gap-4">
      <section className="card min-w-0">
        <CoinPart
          coins={coins}
          value={coin}
          onChange={(next) => {
            setCoin(next);
            setWished(null);
          }}
        />
        {network === undefined ? null : (
          <>
            <NetworkPart networks={networks} value={network} min={options.minStr} onChange={setWished} />
            <AddressPart
              key={network.id}
              coin={coin}
              network={network}
              min={options.minStr}
              rate={rateOf(options, coin)}
            />
          </>
        )}
      </section>
      {network?.isTest === true ? <FaucetPanel coin={coin} isOpen={network.state === 'open'} /> : null}
      <p className="px-1 text-13 text-mut text-pretty">{t('risk')}</p>
    </div>
  );
}

function Beside({ options }: { readonly options: Options }) {
  const { t } = useTranslation('deposit');
  const formats = useFormats();
  const { config, locale } = useShell();
  const changed = useProfileChanged();
  const read = useDeposits();
  useCredited(read.data, ({ id, amountStr }) => {
    void changed();
    showToast({
      id: `deposit-${id}`,
      tone: 'ok',
      title: t('live.credited', { amount: formats.own(amountStr) }),
      end: (
        <a href={link(config, 'main', pathOf('trading', locale))} className={buttonClass({ size: 'sm' })}>
          {t('live.trade')}
        </a>
      ),
    });
  });
  return (
    <div className="grid min-w-0 gap-4">
      <DepositList read={read} options={options} />
      <LimitPanel />
      {options.networks.length === 0 ? null : <FinderPanel options={options} />}
    </div>
  );
}
