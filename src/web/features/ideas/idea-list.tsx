import { Lightbulb } from 'lucide-react';
import { useState } from 'react';
import { IDEA_CATEGORIES, type IdeaCategory } from '#domain/ideas/idea.ts';
import { isLocale, LOCALE_FACTS } from '#web/i18n/locales.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useFormats, useShell } from '#web/shell-context.ts';
import { Button } from '#web/ui/button.tsx';
import { LoadProblem } from '#web/ui/call/load-problem.tsx';
import { Select } from '#web/ui/form/select.tsx';
import { Chip, EmptyState, Skeleton } from '#web/ui/states.tsx';
import { Segments } from '#web/ui/tabs.tsx';
import { useIdeas, type IdeaShown, type IdeaView } from './use-ideas.ts';
import { VoteButton } from './vote-button.tsx';

const TONES = {
  PENDING: 'warn',
  OPEN: 'plain',
  PLANNED: 'brand',
  STARTED: 'brand',
  RELEASED: 'ok',
  DECLINED: 'plain',
  MERGED: 'plain',
} as const;

/** What others suggested; `mine`: somebody is signed in, who may have ideas and votes of their own. */
export function IdeaList({ mine }: { readonly mine: boolean }) {
  const { t } = useTranslation('ideas');
  const [chosen, setView] = useState<IdeaView>('votes');
  const [category, setCategory] = useState<IdeaCategory | ''>('');
  const view = mine || chosen !== 'mine' ? chosen : 'votes';
  const views = (['votes', 'newest', 'mine'] as const).filter((one) => mine || one !== 'mine');
  return (
    <section className="card min-w-0 overflow-hidden" aria-labelledby="ideas-browse">
      <div className="grid gap-3 p-4.5 md:px-6 md:pt-6">
        <h2 id="ideas-browse" className="text-18 font-620">
          {t('browse')}
        </h2>
        <div className="flex flex-wrap items-end gap-3">
          <Segments
            label={t('views')}
            value={view}
            onChange={setView}
            items={views.map((value) => ({ value, label: t(`view.${value}`) }))}
          />
          <Select
            label={t('category')}
            quiet
            value={category}
            onChange={(event) => setCategory(event.currentTarget.value as IdeaCategory | '')}
            className="min-w-40 flex-1"
          >
            <option value="">{t('category.all')}</option>
            {IDEA_CATEGORIES.map((one) => (
              <option key={one} value={one}>
                {t('category.name', { category: one })}
              </option>
            ))}
          </Select>
        </div>
      </div>
      <Rows view={view} category={category} />
    </section>
  );
}

function Rows({ view, category }: { readonly view: IdeaView; readonly category: IdeaCategory | '' }) {
  const { t } = useTranslation('ideas');
  const read = useIdeas({ view, category });
  const ideas = read.data?.pages.flatMap(({ items }) => items) ?? [];
  if (read.data === undefined)
    return read.isError ? (
      <LoadProblem error={read.error} onRetry={() => void read.refetch()} className="m-4.5" />
    ) : (
      <Skeleton className="m-4.5 h-48" />
    );
  if (ideas.length === 0)
    return (
      <EmptyState
        className="border-t border-line"
        icon={<Lightbulb aria-hidden />}
        title={t(view === 'mine' ? 'empty.mine' : 'empty')}
        text={t('empty.text')}
      />
    );
  return (
    <>
      <ul>
        {ideas.map((idea) => (
          <IdeaRow key={idea.id} idea={idea} />
        ))}
      </ul>
      {read.hasNextPage ? (
        <div className="flex justify-center border-t border-line p-4.5">
          <Button aria-disabled={read.isFetchingNextPage} onClick={() => void read.fetchNextPage()}>
            {t('more')}
          </Button>
        </div>
      ) : null}
    </>
  );
}

function IdeaRow({ idea }: { readonly idea: IdeaShown }) {
  const { t } = useTranslation('ideas');
  const { locale } = useShell();
  const formats = useFormats();
  const { title, description, state, category, path, madeAt, own, language } = idea;
  const lang = isLocale(language) ? LOCALE_FACTS[language].lang : undefined;
  return (
    <li data-idea={idea.id} data-state={state} className="flex gap-3.5 border-t border-line px-4.5 py-4 md:px-6">
      <VoteButton idea={idea} />
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
          <h3 lang={lang} dir="auto" className="min-w-0 font-620 break-words">
            {title}
          </h3>
          {state === 'OPEN' ? null : <Chip tone={TONES[state]}>{t('state', { state })}</Chip>}
        </div>
        <p lang={lang} dir="auto" className="mt-1 line-clamp-4 break-words whitespace-pre-line text-mut">
          {description}
        </p>
        <p className="mt-1.5 flex flex-wrap items-center gap-x-2 text-12 text-mut">
          <span>{t('category.name', { category })}</span>
          <span aria-hidden>·</span>
          <time dateTime={madeAt}>{formats.date(Date.parse(madeAt))}</time>
          {own ? (
            <>
              <span aria-hidden>·</span>
              <span>{t('own')}</span>
            </>
          ) : null}
          {path === null ? null : (
            <a
              href={`/${locale}/${path}`}
              className="inline-flex min-h-6 items-center font-540 text-brand-text hover:underline pointer-coarse:min-h-11"
            >
              {t('released')}
            </a>
          )}
        </p>
      </div>
    </li>
  );
}
