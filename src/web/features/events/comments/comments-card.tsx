import { MessageSquare } from 'lucide-react';
import type { CommentsWire } from '#protocol/comments/comments.ts';
import type { EventWire } from '#protocol/events/events.ts';
import { usePerson } from '#web/api/use-person.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { pathOf } from '#web/site.ts';
import { useFormats, useShell } from '#web/shell-context.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { LoadProblem } from '#web/ui/call/load-problem.tsx';
import { EmptyState, Skeleton } from '#web/ui/states.tsx';
import { Segments } from '#web/ui/tabs.tsx';
import { useWatchSignIn } from '../watch/watch-links.ts';
import { CommentForm } from './comment-form.tsx';
import { Comment, type MarketNames } from './comment.tsx';
import { MutedPeople } from './muted-people.tsx';
import { useComments, type Comments } from './use-comments.ts';

interface CommentsCardProps {
  readonly event: EventWire;
  /** As the server read them; null: it could not. */
  readonly drawn: CommentsWire | null;
  readonly now: number;
}

/** What people say of an event, the best first. Everybody reads it; people with an account write. */
export function CommentsCard({ event, drawn, now }: CommentsCardProps) {
  const { t } = useTranslation('comments');
  const formats = useFormats();
  const comments = useComments(event.id, drawn);
  const { listed } = comments;
  const markets: MarketNames = new Map(event.markets.map(({ id, title }) => [id, title]));
  return (
    <section aria-labelledby="comments-title" className="card min-w-0 overflow-hidden" data-part="comments">
      <div className="flex flex-wrap items-center justify-between gap-3 p-4">
        <h2 id="comments-title" className="text-14 font-620">
          {t('title')}{' '}
          {listed === null || listed.count === 0 ? null : (
            <bdi className="font-540 text-mut">{formats.number(listed.count)}</bdi>
          )}
        </h2>
        <Segments
          label={t('sort')}
          value={comments.sort}
          onChange={comments.onSort}
          items={(['best', 'newest'] as const).map((value) => ({
            value,
            label: t(`sort.${value}`),
          }))}
        />
      </div>
      <div className="px-4 pb-4">
        <Write event={event} comments={comments} />
      </div>
      <div aria-live="polite">
        {comments.news === 0 ? null : (
          <div className="flex justify-center border-t border-line p-3">
            <Button size="sm" onClick={comments.reload}>
              {t('news', { count: comments.news })}
            </Button>
          </div>
        )}
      </div>
      <Rows comments={comments} markets={markets} event={event} now={now} />
      <MutedPeople onChanged={comments.reload} />
    </section>
  );
}

/** The field, or why there is none. */
function Write({ event, comments }: { readonly event: EventWire; readonly comments: Comments }) {
  const { t } = useTranslation(['comments', 'common']);
  const { locale } = useShell();
  const { known, person } = usePerson();
  const signIn = useWatchSignIn();
  if (!known) return <Skeleton className="h-24" />;
  if (person === null)
    return (
      <div className="flex flex-wrap items-center gap-3 rounded-field bg-s2 px-3.5 py-3">
        <p className="min-w-40 flex-1 text-13 text-mut">{t('login')}</p>
        <a href={signIn(pathOf('event', locale, { slug: event.slug }))} className={buttonClass({ size: 'sm' })}>
          {t('common:nav.login')}
        </a>
      </div>
    );
  if (person.role !== 'USER') return <p className="text-13 text-mut">{t('staff')}</p>;
  return <CommentForm eventId={event.id} parent={null} onWrote={(made) => comments.wrote(made, null)} />;
}

interface RowsProps {
  readonly comments: Comments;
  readonly markets: MarketNames;
  readonly event: EventWire;
  readonly now: number;
}

function Rows({ comments, markets, event, now }: RowsProps) {
  const { t } = useTranslation('comments');
  const { listed, error } = comments;
  if (listed === null)
    return error === null ? (
      <div className="grid gap-3 border-t border-line p-4">
        <Skeleton className="h-16" />
        <Skeleton className="h-16" />
      </div>
    ) : (
      <LoadProblem error={error} onRetry={comments.reload} className="m-4" />
    );
  if (listed.items.length === 0)
    return (
      <EmptyState
        className="border-t border-line"
        icon={<MessageSquare aria-hidden />}
        title={t('empty')}
        text={t('empty.text')}
      />
    );
  return (
    <>
      {error === null ? null : <LoadProblem error={error} onRetry={comments.reload} className="mx-4 mb-4" />}
      <ul>
        {listed.items.map((comment) => (
          <li key={comment.id} className="border-t border-line px-4 py-3.5">
            <Comment {...{ comment, comments, markets, now }} eventId={event.id} />
          </li>
        ))}
      </ul>
      {listed.next === null ? null : (
        <div className="flex justify-center border-t border-line p-4">
          <Button aria-disabled={comments.busy} onClick={comments.more}>
            {t('more')}
          </Button>
        </div>
      )}
    </>
  );
}
