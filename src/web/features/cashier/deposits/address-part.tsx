import { Copy, Share2 } from 'lucide-react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useFormats } from '#web/shell-context.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { LoadProblem } from '#web/ui/call/load-problem.tsx';
import { Num } from '#web/ui/num.tsx';
import { KeyValues } from '#web/ui/show/key-values.tsx';
import { Banner, Skeleton } from '#web/ui/states.tsx';
import { showToast } from '#web/ui/toast.tsx';
import { Part } from './choice-parts.tsx';
import { QrCode } from './qr-code.tsx';
import { useDepositAddress, type Coin, type Network, type Rate } from './use-deposits.ts';

/** What people compare of an address. */
const ENDS = 4;
/** What every address of a network begins with: `0x`, or up to its first 1. */
const PREFIX = /^(0x|[a-z]+1)/;

/** Where to send it, and what happens then. */
export function AddressPart(props: {
  readonly coin: Coin;
  readonly network: Network;
  readonly min: string;
  readonly rate: Rate;
}) {
  const { coin, network } = props;
  const { t } = useTranslation('deposit');
  const read = useDepositAddress(network.id);
  return (
    <Part no={3} title={t('addr.title')}>
      {read.data === undefined ? (
        read.isError ? (
          <LoadProblem error={read.error} onRetry={() => void read.refetch()} />
        ) : (
          <Waiting />
        )
      ) : (
        <>
          {network.state === 'open' ? null : <Banner tone="warn">{t('maintenance', { network: network.name })}</Banner>}
          <div className="flex flex-wrap items-center justify-center gap-5">
            <QrCode text={read.data} label={t('addr.qr')} />
            <Address address={read.data} coin={coin} network={network} />
          </div>
          <Banner tone="warn" title={t('warn.title', { coin, network: network.name })}>
            {t('warn.text')}
          </Banner>
          <Terms {...props} />
        </>
      )}
    </Part>
  );
}

/** As high as what comes, so that nothing below it moves. */
function Waiting() {
  return (
    <div className="grid gap-3" aria-busy>
      <Skeleton className="h-80 lg:h-44" />
      <Skeleton className="h-20" />
      <Skeleton className="h-72 lg:h-60" />
    </div>
  );
}

function Address(props: { readonly address: string; readonly coin: Coin; readonly network: Network }) {
  const { address, coin, network } = props;
  const { t } = useTranslation('deposit');
  const first = (PREFIX.exec(address)?.[0] ?? '').length + ENDS;
  const [start, middle, end] = [address.slice(0, first), address.slice(first, -ENDS), address.slice(-ENDS)];
  const copy = () => {
    navigator.clipboard.writeText(address).then(
      () =>
        showToast({
          id: 'deposit-address',
          tone: 'ok',
          title: t('addr.copied'),
          text: <bdi dir="ltr">{`${start}…${end}`}</bdi>,
        }),
      () => undefined,
    );
  };
  const canShare = typeof navigator !== 'undefined' && 'share' in navigator;
  return (
    <div className="grid min-w-60 flex-1 gap-3">
      <div>
        <p className="text-13 text-mut">{t('addr.yours', { coin, network: network.name })}</p>
        <p dir="ltr" className="mt-1 font-mono text-14 text-balance break-all select-all" data-part="deposit-address">
          <b className="text-brand-text">{start}</b>
          {middle}
          <b className="text-brand-text">{end}</b>
        </p>
      </div>
      <div className="flex gap-2">
        <Button variant="primary" size="lg" className="flex-1" onClick={copy}>
          <Copy aria-hidden className="size-4" />
          {t('addr.copy')}
        </Button>
        {canShare ? (
          <IconButton
            label={t('addr.share')}
            className="size-12 bg-s2"
            // Closed without a choice is no fault.
            onClick={() => void navigator.share({ text: address }).catch(() => undefined)}
          >
            <Share2 aria-hidden />
          </IconButton>
        ) : null}
      </div>
    </div>
  );
}

function Terms(props: { readonly coin: Coin; readonly network: Network; readonly min: string; readonly rate: Rate }) {
  const { coin, network, rate } = props;
  const { t } = useTranslation('deposit');
  const formats = useFormats();
  const min = formats.money(props.min);
  const time = formats.span(network.seconds * 1_000);
  const countsAs = (of: Rate) => {
    if (of === null) return formats.money('1');
    return of.rate === null ? t('facts.rate_none') : t('facts.rate_about', { amount: formats.money(of.rate) });
  };
  return (
    <>
      <KeyValues
        items={[
          {
            id: 'confirmations',
            label: t('facts.confirmations'),
            value: t('facts.about', { count: formats.number(network.confirmations), time }),
          },
          { id: 'min', label: t('facts.min'), value: <Num>{min}</Num> },
          { id: 'fee', label: t('facts.fee'), value: <Num>{formats.money('0')}</Num> },
          { id: 'rate', label: t('facts.rate', { coin }), value: <Num>{countsAs(rate)}</Num> },
          { id: 'play', label: t('facts.play'), value: t('facts.play_value') },
        ]}
      />
      {rate === null ? null : <p className="text-13 text-mut text-pretty">{t('facts.rate_text')}</p>}
      <p className="text-13 text-mut text-pretty">{t('facts.less', { min })}</p>
    </>
  );
}
