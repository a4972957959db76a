import { useTranslation } from '#web/i18n/use-translation.ts';
import type { PairWire } from '#protocol/trading.ts';
import { useShell } from '../../shell-context.ts';
import { pathOf } from '../../site.ts';
import { PairIcon, pairLabel } from '../../ui/market/pair-icon.tsx';
import { usePairName } from '../../ui/market/pair-name.ts';
import { LiveChange, LivePrice, liveProps } from '../live-prices.tsx';

/** Shown first where they have a price: something of every group. */
const WANTED = ['BTC-USD', 'EUR-USD', 'XAU-USD', 'IBM-USD', 'ETH-USD', 'AAPL-USD', 'GBP-USD', 'WTI-USD', 'SOL-USD'];
const SHOWN = 5;

/** Five pairs with a price, the wanted ones first. */
export function tickerPairs(pairs: readonly PairWire[]): readonly PairWire[] {
  const rank = (pair: PairWire) => {
    const at = WANTED.indexOf(pair.id);
    return (pair.price === null ? 1_000 : 0) + (at === -1 ? 100 : at);
  };
  return [...pairs].sort((a, b) => rank(a) - rank(b)).slice(0, SHOWN);
}

/** Decimals that keep a price to about six digits: the row is for a glance, the trading screen has them all. */
function glancePlaces(pair: PairWire): number {
  const whole = pair.price === null || pair.price < 1 ? 1 : Math.floor(Math.log10(pair.price)) + 1;
  return Math.max(0, Math.min(pair.precision, 6 - whole));
}

/** Prices in a row: each leads into the demo. */
export function TickerRow({ pairs }: { readonly pairs: readonly PairWire[] }) {
  const { t } = useTranslation(['landing', 'common']);
  const { locale } = useShell();
  const name = usePairName();
  return (
    <ul
      aria-label={t('ticker')}
      className="grid border-line md:grid-cols-3 md:border-y xl:grid-cols-5 md:max-xl:[&>li:nth-child(n+4)]:hidden"
    >
      {tickerPairs(pairs).map((pair) => (
        <li
          key={pair.id}
          className="border-line max-md:border-t max-md:last:border-b md:not-first:border-s md:first:[&>a]:ps-0"
        >
          <a
            href={`${pathOf('trading-demo', locale)}?pair=${pair.id}`}
            className="flex items-center gap-3 py-3.5 hover:bg-s1 md:gap-2.5 md:px-4 md:py-5"
            {...liveProps(pair, glancePlaces(pair))}
          >
            <PairIcon pair={pair.id} className="size-[30px]" />
            <span className="min-w-0 flex-1">
              <span className="block text-15 font-620">
                <bdi>{pair.market === 'forex' ? pairLabel(pair.id) : name(pair)}</bdi>
              </span>
              <span className="block text-13 text-mut">{t(`common:group.${pair.market}`)}</span>
            </span>
            <span className="text-end">
              <LivePrice pair={pair} places={glancePlaces(pair)} className="block text-15 font-620" />
              <LiveChange pair={pair} className="block text-13" />
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}
