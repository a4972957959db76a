import { Moon, Search, Star, WifiOff } from 'lucide-react';
import { memo, useEffect, useRef, useState, type RefObject } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { PAIR_GROUPS } from '#domain/prices/pair.ts';
import type { PairWire } from '#protocol/trading.ts';
import { useFormats } from '#web/shell-context.ts';
import { IconButton } from '#web/ui/button.tsx';
import { Change } from '#web/ui/market/change.tsx';
import { cx } from '#web/ui/cx.ts';
import { Field, Kbd } from '#web/ui/form/field.tsx';
import { PairIcon } from '#web/ui/market/pair-icon.tsx';
import { usePairName } from '#web/ui/market/pair-name.ts';
import { Sparkline } from '#web/ui/market/sparkline.tsx';
import { Num } from '#web/ui/num.tsx';
import { TabPanel, Tabs } from '#web/ui/tabs.tsx';
import { rowsOf, type ListTab } from './pair-filter.ts';
import { useRowPrice } from './prices.ts';
import { payoutFor } from '../ticket/durations.ts';
import { useChances } from '../use-chances.ts';
import { useSteady } from '../use-steady.ts';

export interface PairListProps {
  readonly pairs: readonly PairWire[];
  readonly selected: string;
  readonly favourites: ReadonlySet<string>;
  /** Length of the round on the Round tab, ms: rows then show its chance of Up. null: the Quick tab. */
  readonly roundMs: number | null;
  /** Prices come; what stands still is greyed. */
  readonly connected: boolean;
  readonly searchRef: RefObject<HTMLInputElement | null>;
  /** The duration chosen in the ticket: rows show the payout of it, or of the nearest that their pair has. */
  readonly seconds: number;
  readonly onSelect: (id: string) => void;
  readonly onFavourite: (id: string) => void;
}

/** Pairs by group, with search and favourites. */
export const PairList = memo(function PairList({ searchRef, ...props }: PairListProps) {
  const { t } = useTranslation('trading');
  const name = usePairName();
  const [picked, setTab] = useState<ListTab | null>(null);
  // Until a tab is picked, and again after a pair is chosen, the list shows the group of the pair on the screen.
  const home = props.pairs.find((pair) => pair.id === props.selected)?.market ?? 'crypto';
  const tab = picked ?? home;
  const chances = useChances(props.roundMs);
  const [search, setSearch] = useState('');
  const list = useRef<HTMLUListElement>(null);
  const rows = rowsOf(props.pairs, { tab, search, favourites: props.favourites, nameOf: name });
  const choose = useSteady((id: string) => {
    setSearch('');
    if (tab !== 'favourites') setTab(null);
    props.onSelect(id);
  });
  return (
    <>
      <div className="mx-3 mt-3 mb-2.5 flex items-center gap-1">
        <Field
          className="flex-1"
          label={t('pairs.search')}
          quiet
          placeholder={t('pairs.search')}
          type="search"
          autoComplete="off"
          icon={<Search aria-hidden />}
          end={<Kbd className="pointer-coarse:hidden">/</Kbd>}
          value={search}
          ref={searchRef}
          onChange={(event) => setSearch(event.currentTarget.value)}
          onKeyDown={(event) => {
            const first = rows[0];
            if (event.key === 'Enter' && search !== '' && first !== undefined) choose(first.id);
            if (event.key === 'Escape') {
              setSearch('');
              event.currentTarget.blur();
            }
            if (event.key === 'ArrowDown') {
              event.preventDefault();
              list.current?.querySelector('button')?.focus();
            }
          }}
        />
        <IconButton
          label={t('pairs.favourites')}
          aria-pressed={tab === 'favourites'}
          onClick={() => setTab(tab === 'favourites' ? null : 'favourites')}
        >
          <Star aria-hidden className={tab === 'favourites' ? 'fill-current' : ''} />
        </IconButton>
      </div>
      <Tabs
        label={t('pairs.label')}
        className="flex-1"
        value={tab}
        onChange={(next) => {
          setSearch('');
          setTab(next);
        }}
        listClassName="justify-between gap-[7px]! px-3"
        items={PAIR_GROUPS.map((group) => ({ value: group as ListTab, label: t(`group.${group}`) }))}
      >
        <TabPanel value={tab} className="flex flex-col">
          <ul ref={list} aria-label={t('pairs.label')} className="min-h-0 flex-1 overflow-y-auto p-1.5">
            {rows.map((pair) => (
              <PairRow
                key={pair.id}
                pair={pair}
                selected={pair.id === props.selected}
                kept={props.favourites.has(pair.id)}
                connected={props.connected}
                chance={chances?.get(pair.id) ?? null}
                payoutBps={payoutFor(pair, props.seconds)}
                onFavourite={props.onFavourite}
                onSelect={choose}
              />
            ))}
            {rows.length === 0 ? (
              <li className="px-3 py-6 text-center text-13 text-pretty text-mut">
                {search === '' ? t('pairs.no_favourites') : t('pairs.none')}
              </li>
            ) : null}
          </ul>
        </TabPanel>
      </Tabs>
    </>
  );
});

/** Is the element on the screen, a row's height around it included? */
function useVisible(element: RefObject<HTMLElement | null>): boolean {
  const [visible, setVisible] = useState(false);
  useEffect(() => {
    const target = element.current;
    if (target === null) return undefined;
    const watcher = new IntersectionObserver((entries) => setVisible(entries.some((entry) => entry.isIntersecting)), {
      rootMargin: '56px',
    });
    watcher.observe(target);
    return () => watcher.disconnect();
  }, [element]);
  return visible;
}

type RowProps = Pick<PairListProps, 'onSelect' | 'onFavourite'> & {
  readonly pair: PairWire;
  readonly selected: boolean;
  readonly kept: boolean;
  readonly connected: boolean;
  readonly chance: number | null;
  readonly payoutBps: number;
};

const PairRow = memo(function PairRow({
  pair,
  selected,
  kept,
  connected,
  chance,
  payoutBps,
  onSelect,
  onFavourite,
}: RowProps) {
  const { t } = useTranslation('trading');
  const formats = useFormats();
  const row = useRef<HTMLLIElement>(null);
  const price = useRowPrice(pair, useVisible(row) ? 'follow' : 'rest');
  const name = `${pair.base}/${pair.quote}`;
  const online = pair.status === 'online' && pair.isEnabledPair;
  const fresh = online && connected;
  return (
    <li ref={row} className={cx('group relative rounded-btn hover:bg-s2', selected && 'bg-s2')}>
      <button
        type="button"
        aria-current={selected ? 'true' : undefined}
        onClick={() => onSelect(pair.id)}
        className="grid h-[3.375rem] w-full grid-cols-[1.75rem_minmax(0,1fr)_2.5rem_5.25rem] items-center gap-1.5 rounded-btn px-2 text-start focus-visible:-outline-offset-2"
      >
        <PairIcon pair={pair.id} />
        <span className="min-w-0">
          <span className="flex text-13 font-620">
            <span dir="ltr" className="truncate">
              {pair.base}
              <span className="font-450 text-faint">/{pair.quote}</span>
            </span>
          </span>
          <span className="flex items-center gap-1 text-12 text-faint">
            {online ? (
              <Num>
                {chance !== null && price !== null
                  ? formats.price(price, pair.precision)
                  : formats.percent(payoutBps / 10_000)}
              </Num>
            ) : pair.status === 'closed' ? (
              <>
                <Moon aria-hidden className="size-3" />
                <span className="truncate">{t('feeds.status.closed')}</span>
              </>
            ) : (
              <>
                <WifiOff aria-hidden className="size-3" />
                <span className="truncate">{t('feeds.status.offline')}</span>
              </>
            )}
          </span>
        </span>
        <span
          className="transition-opacity group-focus-within:opacity-0 group-hover:opacity-0 pointer-coarse:opacity-0!"
          aria-hidden
        >
          <Sparkline
            points={pair.spark}
            change={pair.change24h}
            width={40}
            className={fresh ? '' : 'opacity-40 grayscale'}
          />
        </span>
        {chance === null ? (
          <PriceCell pair={pair} price={price} online={online} connected={connected} />
        ) : (
          <ChanceCell chance={chance} fresh={fresh} />
        )}
      </button>
      <button
        type="button"
        aria-pressed={kept}
        aria-label={kept ? t('pairs.remove_favourite', { pair: name }) : t('pairs.add_favourite', { pair: name })}
        onClick={() => onFavourite(pair.id)}
        className="absolute end-[108px] top-[15px] grid size-6 place-items-center rounded-chip bg-s2 text-mut opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 hover:text-text aria-pressed:text-warn pointer-coarse:end-[98px] pointer-coarse:top-[5px] pointer-coarse:size-11 pointer-coarse:bg-transparent pointer-coarse:opacity-100"
      >
        <Star aria-hidden className={cx('size-4', kept && 'fill-current')} />
      </button>
    </li>
  );
});

function PriceCell(props: {
  readonly pair: PairWire;
  readonly price: number | null;
  readonly online: boolean;
  readonly connected: boolean;
}) {
  const { pair, price, online, connected } = props;
  const formats = useFormats();
  return (
    <span className="text-end">
      <span className={cx('block text-13 font-620 whitespace-nowrap', !(online && connected) && 'text-mut')}>
        <Num>{price === null ? '–' : formats.price(price, pair.precision)}</Num>
      </span>
      {pair.change24h === null ? (
        <span className="text-12 text-faint">–</span>
      ) : (
        <Change
          value={pair.change24h}
          text={formats.percent(Math.abs(pair.change24h), { places: 2 })}
          className={cx('text-12', !connected && 'grayscale')}
        />
      )}
    </span>
  );
}

/** Chance of Up in the round under way: words, and a bar of two parts from left to right. */
function ChanceCell({ chance, fresh }: { readonly chance: number; readonly fresh: boolean }) {
  const { t } = useTranslation('trading');
  const formats = useFormats();
  return (
    <span className="text-end" data-chance={chance}>
      <span className={cx('block text-13 font-620 whitespace-nowrap', !fresh && 'text-mut')}>
        {t('pairs.chance', { chance: formats.percent(chance) })}
      </span>
      <span aria-hidden dir="ltr" className={cx('mt-1.5 flex h-1 gap-0.5', !fresh && 'opacity-40 grayscale')}>
        <i className="rounded-pill bg-up" style={{ width: `${chance * 100}%` }} />
        <i className="flex-1 rounded-pill bg-down" />
      </span>
    </span>
  );
}
