import type { PairWire } from '#protocol/trading.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { onlineFirst } from '../../pair-order.ts';
import { useShell } from '../../shell-context.ts';
import { pathOf } from '../../site.ts';
import { useHref } from '../../ui/frame/header.tsx';
import { pagesIn } from '../../ui/frame/nav-entries.ts';
import { PairIcon, pairLabel } from '../../ui/market/pair-icon.tsx';
import { usePairName } from '../../ui/market/pair-name.ts';
import { LiveChange, LivePrice, liveProps } from '../live-prices.tsx';
import { BOX, Section, glancePlaces } from './parts.tsx';

const ROWS = 4;

function Row({ pair }: { readonly pair: PairWire }) {
  const { locale } = useShell();
  const name = usePairName();
  return (
    <li>
      <a
        href={`${pathOf('trading-demo', locale)}?pair=${pair.id}`}
        className="-mx-2 flex min-h-13 items-center tiny:flex-wrap gap-2.5 rounded-btn px-2 py-1.5 hover:bg-s2"
        {...liveProps(pair, glancePlaces(pair))}
      >
        <PairIcon pair={pair.id} className="size-7" />
        <span className="min-w-0 flex-1 text-15 font-540">
          <bdi>{pair.market === 'forex' ? pairLabel(pair.id) : name(pair)}</bdi>
        </span>
        <span className="text-end">
          <LivePrice pair={pair} places={glancePlaces(pair)} className="block text-15 font-540" />
          <LiveChange pair={pair} className="block text-12" />
        </span>
      </a>
    </li>
  );
}

/** The groups with their first pairs, those with prices before the others; each leads into the demo. */
export function Markets({ pairs }: { readonly pairs: readonly PairWire[] }) {
  const { t } = useTranslation(['landing', 'common']);
  const href = useHref();
  return (
    <Section id="markets" title={t('markets.title')}>
      <div className="grid gap-4 md:grid-cols-2 xl:grid-cols-4">
        {pagesIn('main').flatMap((page) => {
          const { group } = page;
          if (group === undefined) return [];
          const name = t(`common:group.${group}`);
          return [
            <article key={group} className={`${BOX} flex flex-col`}>
              <h3 className="text-16 font-620">{name}</h3>
              <ul className="mt-2 grid">
                {onlineFirst(pairs.filter((pair) => pair.market === group))
                  .slice(0, ROWS)
                  .map((pair) => (
                    <Row key={pair.id} pair={pair} />
                  ))}
              </ul>
              <a
                href={href(page)}
                className="mt-auto flex min-h-11 items-center pt-2 font-540 text-brand-text hover:underline"
              >
                {t('markets.all', { group: name })}
              </a>
            </article>,
          ];
        })}
      </div>
    </Section>
  );
}
