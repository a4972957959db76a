import { Heart, MoreHorizontal, Pin } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { CommentWire, ReplyWire } from '#protocol/comments/comments.ts';
import { usePerson } from '#web/api/use-person.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { OUTCOME_ICONS } from '#web/shares/outcome-tag.tsx';
import { lotsOf } from '#web/shares/ticket/share-math.ts';
import { lotsWords, useOutcomeWord } from '#web/shares/words.ts';
import { useFormats } from '#web/shell-context.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { useSend } from '#web/ui/call/use-call.ts';
import { cx } from '#web/ui/cx.ts';
import { Menu, MenuItem } from '#web/ui/menu.tsx';
import { Num } from '#web/ui/num.tsx';
import { Chip } from '#web/ui/states.tsx';
import { showToast } from '#web/ui/toast.tsx';
import { CommentForm, EditForm } from './comment-form.tsx';
import { DeleteSheet, ReportSheet } from './comment-sheets.tsx';
import type { Comments } from './use-comments.ts';

/** Titles of an event's markets, by their ids. */
export type MarketNames = ReadonlyMap<string, string>;

/** Positions that are told; somebody may hold each outcome of a long list. */
const TOLD = 2;

interface CommentProps {
  readonly comment: CommentWire;
  readonly eventId: string;
  readonly comments: Comments;
  readonly markets: MarketNames;
  readonly now: number;
}

/** A comment with its replies. */
export function Comment({ comment, eventId, comments, markets, now }: CommentProps) {
  const { t } = useTranslation('comments');
  const { person } = usePerson();
  const [writes, setWrites] = useState<'no' | 'yes'>('no');
  const { id, replies, replyCount, state } = comment;
  const mayReply = person?.role === 'USER' && state === 'SHOWN';
  const rest = replyCount - replies.length;
  return (
    <>
      <One
        {...{ comments, markets, now }}
        one={comment}
        end={
          mayReply ? (
            <Button size="sm" variant="ghost" aria-expanded={writes === 'yes'} onClick={() => setWrites('yes')}>
              {t('reply')}
            </Button>
          ) : null
        }
      />
      {replies.length === 0 ? null : (
        <ul className="mt-2 grid gap-3 border-s-2 border-line ps-3.5">
          {replies.map((reply) => (
            <li key={reply.id}>
              <One {...{ comments, markets, now }} one={reply} end={null} />
            </li>
          ))}
        </ul>
      )}
      {rest <= 0 ? null : (
        <Button
          size="sm"
          variant="ghost"
          className="mt-1"
          aria-disabled={comments.busy}
          onClick={() => comments.moreReplies(id)}
        >
          {t('replies', { count: rest })}
        </Button>
      )}
      {writes === 'no' || !mayReply ? null : (
        <div className="mt-2 border-s-2 border-line ps-3.5">
          <CommentForm
            eventId={eventId}
            parent={id}
            onCancel={() => setWrites('no')}
            onWrote={(made) => {
              comments.wrote(made, id);
              setWrites('no');
            }}
          />
        </div>
      )}
    </>
  );
}

interface OneProps extends Pick<CommentProps, 'comments' | 'markets' | 'now'> {
  readonly one: ReplyWire;
  readonly end: ReactNode;
}

/** Who, what they held, when, and what they wrote: as text, whatever it holds. */
function One({ one, comments, markets, now, end }: OneProps) {
  const { t } = useTranslation('comments');
  const formats = useFormats();
  const { person } = usePerson();
  const [edits, setEdits] = useState<'no' | 'yes'>('no');
  const { id, state, name, text, at, editedAt, pinned } = one;
  if (state !== 'SHOWN' || text === null)
    return <p className="text-13 text-mut italic">{t(state === 'HIDDEN' ? 'hidden' : 'deleted')}</p>;
  return (
    <article data-comment={id}>
      <header className="flex flex-wrap items-center gap-x-2 gap-y-1 text-12 text-mut">
        <bdi className={cx('text-13', name === null ? '' : 'font-620 text-text')}>{name ?? t('closed')}</bdi>
        {one.own ? <span>{t('you')}</span> : null}
        <Holds holds={one.holds} markets={markets} />
        <time dateTime={at}>{formats.moment(Date.parse(at), now)}</time>
        {editedAt === null ? null : <span>{t('edited')}</span>}
        {pinned ? (
          <Chip tone="brand" icon={<Pin aria-hidden />}>
            {t('pinned')}
          </Chip>
        ) : null}
      </header>
      {edits === 'yes' ? (
        <div className="mt-2">
          <EditForm
            id={id}
            text={text}
            onCancel={() => setEdits('no')}
            onChanged={(changed) => {
              comments.changed(changed);
              setEdits('no');
            }}
          />
        </div>
      ) : (
        <p dir="auto" className="mt-1 text-14 [overflow-wrap:anywhere] whitespace-pre-line">
          {text}
        </p>
      )}
      <div className="-ms-2.5 mt-0.5 flex items-center gap-1">
        <Like one={one} comments={comments} mayLike={person?.role === 'USER'} />
        {end}
        {person?.role === 'USER' ? (
          <Acts one={one} comments={comments} now={now} onEdit={() => setEdits('yes')} />
        ) : null}
      </div>
    </article>
  );
}

function Holds({ holds, markets }: { readonly holds: ReplyWire['holds']; readonly markets: MarketNames }) {
  const { t } = useTranslation('comments');
  const formats = useFormats();
  const word = useOutcomeWord();
  if (holds.length === 0) return <Chip>{t('holds.none')}</Chip>;
  const largest = holds.toSorted((one, other) => other.shares - one.shares);
  return (
    <>
      {largest.slice(0, TOLD).map(({ market, outcome, shares }) => {
        const Icon = OUTCOME_ICONS[outcome];
        const title = markets.size > 1 ? markets.get(market) : undefined;
        return (
          <Chip
            key={market}
            tone={outcome === 'YES' ? 'up' : 'down'}
            icon={<Icon aria-hidden />}
            className="max-w-full"
          >
            <span className="min-w-0 truncate">
              {t('holds', {
                shares: lotsWords(formats, lotsOf(shares)),
                outcome: word(outcome),
              })}
              {title === undefined ? null : (
                <>
                  {' · '}
                  <bdi>{title}</bdi>
                </>
              )}
            </span>
          </Chip>
        );
      })}
      {holds.length > TOLD ? <span>{t('holds.more', { count: holds.length - TOLD })}</span> : null}
    </>
  );
}

interface LikeProps {
  readonly one: ReplyWire;
  readonly comments: Comments;
  readonly mayLike: boolean;
}

function Like({ one: { id, likes, liked, name }, comments, mayLike }: LikeProps) {
  const { t } = useTranslation('comments');
  const formats = useFormats();
  const call = useSend('comments.like', {
    toast: 'comment-like',
    onDone: comments.changed,
  });
  const shown = likes === 0 ? null : <Num>{formats.number(likes)}</Num>;
  const label = t('like', { name: name ?? t('closed'), count: likes });
  const look =
    'inline-flex min-h-8 items-center gap-1.5 rounded-[9px] px-2.5 text-13 font-540 text-mut pointer-coarse:min-h-11 [&_svg]:size-4';
  if (!mayLike)
    return likes === 0 ? null : (
      <span className={look}>
        <Heart aria-hidden />
        {shown}
        <span className="vh">{t('likes', { count: likes })}</span>
      </span>
    );
  return (
    <button
      type="button"
      aria-pressed={liked}
      aria-label={label}
      aria-disabled={call.busy}
      className={cx(look, 'hover:bg-s2', liked && 'text-brand-text')}
      onClick={() => void call.send({ params: { id }, body: { liked: !liked } })}
    >
      <Heart aria-hidden className={liked ? 'fill-current' : ''} />
      {shown}
    </button>
  );
}

interface ActsProps {
  readonly one: ReplyWire;
  readonly comments: Comments;
  readonly now: number;
  readonly onEdit: () => void;
}

/** What can be done with it: with an own one, or with that of somebody else. */
function Acts({ one, comments, now, onEdit }: ActsProps) {
  const { t } = useTranslation('comments');
  const [asks, setAsks] = useState<'delete' | 'report' | null>(null);
  const mute = useSend('comments.mute', {
    toast: 'comment-mute',
    onDone: ({ name }) => {
      showToast({
        id: 'comment-mute',
        tone: 'ok',
        title: t('muted', { name: name ?? t('closed') }),
      });
      comments.reload();
    },
  });
  const { id, own, name, editUntil } = one;
  const onClose = () => setAsks(null);
  return (
    <>
      <Menu
        align="start"
        trigger={
          <IconButton label={t('acts', { name: name ?? t('closed') })}>
            <MoreHorizontal aria-hidden />
          </IconButton>
        }
      >
        {own ? (
          <>
            {editUntil !== null && now < Date.parse(editUntil) ? (
              <MenuItem onSelect={onEdit}>{t('edit')}</MenuItem>
            ) : null}
            <MenuItem onSelect={() => setAsks('delete')}>{t('delete')}</MenuItem>
          </>
        ) : (
          <>
            <MenuItem onSelect={() => setAsks('report')}>{t('report')}</MenuItem>
            {name === null ? null : (
              <MenuItem onSelect={() => void mute.send({ params: { id } })}>{t('mute')}</MenuItem>
            )}
          </>
        )}
      </Menu>
      <DeleteSheet open={asks === 'delete'} id={id} onClose={onClose} onDeleted={comments.changed} />
      <ReportSheet open={asks === 'report'} id={id} onClose={onClose} />
    </>
  );
}
