import { Search, X } from 'lucide-react';
import { useTranslation } from '#web/i18n/use-translation.ts';

interface WordSearchProps {
  /** Address of the list, without a query. */
  readonly path: string;
  readonly words: string;
  /** What else of the query stays. */
  readonly kept: Readonly<Record<string, string | null>>;
  readonly label: string;
  /** Address of the list without words. */
  readonly cleared: string;
}

/** A form that needs no script: the words go into the address. */
export function WordSearch({ path, words, kept, label, cleared }: WordSearchProps) {
  const { t } = useTranslation('events');
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
            defaultValue={words}
            maxLength={100}
            aria-label={label}
            placeholder={label}
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
        {words === '' ? null : (
          <a
            href={cleared}
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
