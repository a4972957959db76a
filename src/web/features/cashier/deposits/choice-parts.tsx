import type { ReactNode } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useFormats } from '#web/shell-context.ts';
import { cx } from '#web/ui/cx.ts';
import { PairIcon } from '#web/ui/market/pair-icon.tsx';
import { Num } from '#web/ui/num.tsx';
import type { Coin, Network } from './use-deposits.ts';

/** One of the numbered parts of the card. */
export function Part(props: {
  readonly no: number;
  readonly title: string;
  readonly end?: ReactNode;
  readonly children?: ReactNode;
}) {
  return (
    <div className="grid gap-3 border-t border-line p-4.5 first:border-t-0 md:px-6 md:py-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="flex items-center gap-3 font-620">
          <span aria-hidden className="grid size-6 place-items-center rounded-pill bg-s2 text-12 text-brand-text">
            <Num>{props.no}</Num>
          </span>
          {props.title}
        </h2>
        {props.end}
      </div>
      {props.children}
    </div>
  );
}

const TILE =
  'min-h-11 cursor-pointer rounded-btn bg-s2 px-3.5 py-2.5 has-[:checked]:bg-brand-soft has-[:checked]:shadow-[inset_0_0_0_1.5px_var(--color-brand-text)] has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-offset-2 has-[:focus-visible]:outline-brand-text hover:bg-s3';

export function CoinPart(props: {
  readonly coins: readonly Coin[];
  readonly value: Coin;
  readonly onChange: (coin: Coin) => void;
}) {
  const { t } = useTranslation('deposit');
  return (
    <Part no={1} title={t('coin.title')}>
      <div role="radiogroup" aria-label={t('coin.title')} className="flex flex-wrap gap-2">
        {props.coins.map((coin) => (
          <label key={coin} className={cx(TILE, 'flex items-center gap-2.5 font-540')}>
            <input
              type="radio"
              name="coin"
              value={coin}
              checked={coin === props.value}
              onChange={() => props.onChange(coin)}
              className="vh"
            />
            <PairIcon pair={`${coin}-USD`} className="size-6" />
            <bdi>{coin}</bdi>
          </label>
        ))}
      </div>
    </Part>
  );
}

/** Where there is one network, a line says which. */
export function NetworkPart(props: {
  readonly networks: readonly Network[];
  readonly value: Network;
  readonly min: string;
  readonly onChange: (id: string) => void;
}) {
  const { t } = useTranslation('deposit');
  const formats = useFormats();
  const factsOf = ({ state, seconds }: Network) =>
    state === 'open'
      ? t('net.facts', { time: formats.span(seconds * 1_000), min: formats.money(props.min) })
      : t('net.closed');
  if (props.networks.length === 1) {
    return (
      <Part
        no={2}
        title={t('net.title')}
        end={
          <p className="ms-auto text-13 text-mut">
            <b className="font-540 text-text">
              <bdi>{props.value.name}</bdi>
            </b>{' '}
            · {factsOf(props.value)}
          </p>
        }
      />
    );
  }
  return (
    <Part no={2} title={t('net.title')}>
      <div role="radiogroup" aria-label={t('net.title')} className="grid gap-2 sm:grid-cols-2 xl:grid-cols-3">
        {props.networks.map((network) => (
          <label key={network.id} className={TILE}>
            <input
              type="radio"
              name="network"
              value={network.id}
              checked={network.id === props.value.id}
              onChange={() => props.onChange(network.id)}
              className="vh"
            />
            <span className="block font-540">
              <bdi>{network.name}</bdi>
            </span>
            <span className="block text-13 text-mut">{factsOf(network)}</span>
          </label>
        ))}
      </div>
    </Part>
  );
}
