import { useQuery } from '@tanstack/react-query';
import { BookOpen } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import type { ArticleId } from '#domain/help/articles.ts';
import { searchArticles, type Searched } from '#domain/search/search.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useShell } from '#web/shell-context.ts';
import { pathOf } from '#web/site.ts';

interface Article extends Searched {
  readonly id: ArticleId;
}

/** Somebody stopped typing, ms. */
const TYPED_MS = 400;
/** Signs of a message before it says what it is about; in scripts without spaces that is a short sentence already. */
const LEAST_TYPED = 6;
/** What it is about stands at its beginning. */
const READ = 300;
const SHOWN = 3;

/** Articles that fit what is being written. They are searched in the browser: nothing of it leaves before it is sent. */
function useFitting(message: string): readonly Article[] {
  const { locale } = useShell();
  const [asked, setAsked] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setAsked(message.trim().slice(0, READ)), TYPED_MS);
    return () => clearTimeout(timer);
  }, [message]);
  const isEnough = asked.length >= LEAST_TYPED;
  const { data } = useQuery({
    queryKey: ['help', 'articles', locale],
    enabled: isEnough,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => {
      const answer = await fetch(`${pathOf('help', locale)}/articles.json`, { signal });
      if (!answer.ok) throw new Error(`articles: ${String(answer.status)}`);
      return ((await answer.json()) as { readonly items: readonly Article[] }).items;
    },
  });
  return isEnough && data !== undefined ? searchArticles(data, asked).slice(0, SHOWN) : [];
}

/** What may answer it at once, beside the form: an article opens in a tab of its own, so that the draft stays. */
export function FittingArticles({ message }: { readonly message: string }) {
  const { t } = useTranslation('support');
  const { locale } = useShell();
  const title = useId();
  const articles = useFitting(message);
  if (articles.length === 0) return null;
  return (
    <section aria-labelledby={title} className="grid gap-1 rounded-field bg-s2 px-4 py-3">
      <h2 id={title} className="text-13 font-540 text-mut">
        {t('articles')}
      </h2>
      <ul>
        {articles.map(({ id, title: name }) => (
          <li key={id}>
            <a
              href={pathOf(`help-${id}`, locale)}
              target="_blank"
              rel="noopener"
              className="inline-flex min-h-8 items-center gap-2 rounded-chip font-540 text-brand-text hover:underline pointer-coarse:min-h-11"
            >
              <BookOpen aria-hidden className="size-4 shrink-0" />
              {name}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
