import { Clock, Flame, LayoutGrid, Sparkles, Star } from 'lucide-react';
import { CATEGORIES } from '#domain/events/terms.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { cx } from '#web/ui/cx.ts';
import { CATEGORY_ICONS } from '../event-icons.tsx';
import { Pill, PILL_ROW } from './pill.tsx';
import { WordSearch } from './word-search.tsx';
import { SHOWS, SORTS, queryOf, type ListWish } from './list-address.ts';

const SORT_ICONS = { volume: <Flame aria-hidden />, closing: <Clock aria-hidden />, newest: <Sparkles aria-hidden /> };

interface FiltersProps {
  readonly wish: ListWish;
  /** Address of the list, without a query. */
  readonly path: string;
}

/** Order and category of the list: plain links, each keeping what else is chosen. */
export function ListFilters({ wish, path, watching }: FiltersProps & { readonly watching: string }) {
  const { t } = useTranslation('events');
  return (
    <div className="mt-5 grid gap-1.5">
      <nav aria-label={t('sort.label')} className={PILL_ROW}>
        {SORTS.map((sort) => (
          <Pill key={sort} href={`${path}${queryOf(wish, { sort })}`} on={wish.sort === sort}>
            {SORT_ICONS[sort]}
            {t(`sort.${sort}`)}
          </Pill>
        ))}
      </nav>
      <nav aria-label={t('cat.label')} className={PILL_ROW}>
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

/** Looks for words among events, and keeps what else is chosen. */
export function ListSearch({ wish, path }: FiltersProps) {
  const { t } = useTranslation('events');
  const kept = { sort: wish.sort, category: wish.category, show: wish.show, watching: wish.watching ? '1' : null };
  const cleared = `${path}${queryOf(wish, { search: '' })}`;
  return <WordSearch path={path} words={wish.search} kept={kept} label={t('search.label')} cleared={cleared} />;
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
