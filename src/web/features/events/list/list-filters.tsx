import { Clock, Flame, LayoutGrid, Search, Sparkles, Star, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { CATEGORIES } from '#domain/events/terms.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { cx } from '#web/ui/cx.ts';
import { CATEGORY_ICONS } from '../event-icons.tsx';
import { SHOWS, SORTS, queryOf, type ListWish } from './list-address.ts';

const SORT_ICONS = { volume: <Flame aria-hidden />, closing: <Clock aria-hidden />, newest: <Sparkles aria-hidden /> };

interface FiltersProps {
  readonly wish: ListWish;
  /** Address of the list, without a query. */
  readonly path: string;
}

const PILL =
  'flex min-h-9.5 shrink-0 items-center gap-[7px] rounded-pill px-3.5 font-540 whitespace-nowrap text-mut shadow-[inset_0_0_0_1px_var(--color-line2)] hover:text-text aria-[current]:bg-text aria-[current]:text-bg aria-[current]:shadow-none pointer-coarse:min-h-11 [&_svg]:size-4 [&_svg]:shrink-0';

function Pill(props: { readonly href: string; readonly on: boolean; readonly children: ReactNode }) {
  return (
    <a href={props.href} aria-current={props.on ? 'true' : undefined} className={PILL}>
      {props.children}
    </a>
  );
}

/** Order and category of the list: plain links, each keeping what else is chosen. */
export function ListFilters({ wish, path, watching }: FiltersProps & { readonly watching: string }) {
  const { t } = useTranslation('events');
  const row = '-mx-4 flex gap-2 overflow-x-auto px-4 py-1 [scrollbar-width:none] md:-mx-1 md:flex-wrap md:px-1';
  return (
    <div className="mt-5 grid gap-1.5">
      <nav aria-label={t('sort.label')} className={row}>
        {SORTS.map((sort) => (
          <Pill key={sort} href={`${path}${queryOf(wish, { sort })}`} on={wish.sort === sort}>
            {SORT_ICONS[sort]}
            {t(`sort.${sort}`)}
          </Pill>
        ))}
      </nav>
      <nav aria-label={t('cat.label')} className={row}>
        <Pill href={`${watching}${queryOf(wish, { watching: !wish.watching })}`} on={wish.watching}>
          <Star aria-hidden />
          {t('watch.pill')}
        </Pill>
        <Pill href={`${path}${queryOf(wish, { category: null })}`} on={wish.category === null}>
          <LayoutGrid aria-hidden />
          {t('cat.all')}
        </Pill>
        {CATEGORIES.map((category) => (
          <Pill key={category} href={`${path}${queryOf(wish, { category })}`} on={wish.category === category}>
            {CATEGORY_ICONS[category]}
            {t(`cat.${category}`)}
          </Pill>
        ))}
      </nav>
    </div>
  );
}

/** A form that needs no script: the words go into the address. */
export function ListSearch({ wish, path }: FiltersProps) {
  const { t } = useTranslation('events');
  const kept = { sort: wish.sort, category: wish.category, show: wish.show, watching: wish.watching ? '1' : null };
  return (
    <search>
      <form action={path} className="flex min-w-0 items-center gap-2">
        {Object.entries(kept).map(([name, value]) =>
          value === null ? null : <input key={name} type="hidden" name={name} value={value} />,
        )}
        <span className="relative min-w-0 flex-1">
          <input
            type="search"
            name="search"
            defaultValue={wish.search}
            maxLength={100}
            aria-label={t('search.label')}
            placeholder={t('search.label')}
            className="h-10 w-full rounded-field bg-s2 ps-3.5 pe-11 text-text shadow-[inset_0_0_0_1px_var(--color-ctl)] placeholder:text-mut pointer-coarse:h-11 pointer-coarse:text-16 [&::-webkit-search-cancel-button]:hidden"
          />
          <button
            type="submit"
            aria-label={t('search.go')}
            className="absolute inset-y-0 end-0 grid w-11 place-items-center rounded-field text-mut hover:text-text"
          >
            <Search aria-hidden className="size-4.5" />
          </button>
        </span>
        {wish.search === '' ? null : (
          <a
            href={`${path}${queryOf(wish, { search: '' })}`}
            aria-label={t('search.clear')}
            title={t('search.clear')}
            className="grid size-10 shrink-0 place-items-center rounded-btn text-mut hover:bg-s2 hover:text-text pointer-coarse:size-11"
          >
            <X aria-hidden className="size-4.5" />
          </a>
        )}
      </form>
    </search>
  );
}

/** Events that take orders, or those that are over. */
export function ListShows({ wish, path }: FiltersProps) {
  const { t } = useTranslation('events');
  return (
    <nav aria-label={t('show.label')} className="flex gap-0.5 rounded-field bg-s2 p-[3px]">
      {SHOWS.map((show) => (
        <a
          key={show}
          href={`${path}${queryOf(wish, { show })}`}
          aria-current={wish.show === show ? 'true' : undefined}
          className={cx(
            'flex min-h-8 items-center rounded-btn px-3 text-13 font-540 text-mut hover:text-text',
            'aria-[current]:bg-s3 aria-[current]:text-text pointer-coarse:min-h-11',
          )}
        >
          {t(`show.${show}`)}
        </a>
      ))}
    </nav>
  );
}
