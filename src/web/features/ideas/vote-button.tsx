import { ChevronUp } from 'lucide-react';
import { takesVotes } from '#domain/ideas/idea.ts';
import { usePerson } from '#web/api/use-person.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useFormats } from '#web/shell-context.ts';
import { useSend } from '#web/ui/call/use-call.ts';
import { cx } from '#web/ui/cx.ts';
import { useSignInHref } from '#web/ui/frame/account-links.tsx';
import { Num } from '#web/ui/num.tsx';
import { useIdeasChanged, type IdeaShown } from './use-ideas.ts';

const LOOK =
  'grid min-h-11 w-12 shrink-0 place-items-center content-center rounded-btn py-1 text-13 font-540 shadow-[inset_0_0_0_1px_var(--color-ctl)]';

/** Votes for an idea, or takes the vote back. It leads a visitor to the login; where votes do not count any more it is a number. */
export function VoteButton({ idea }: { readonly idea: IdeaShown }) {
  const { t } = useTranslation('ideas');
  const formats = useFormats();
  const { person } = usePerson();
  const signIn = useSignInHref();
  const changed = useIdeasChanged();
  const vote = useSend('ideas.vote', { toast: 'idea-vote', onDone: changed });
  const { id, title, votes, voted, state } = idea;
  const count = <Num>{formats.number(votes)}</Num>;
  if (!takesVotes(state))
    return (
      <p className={cx(LOOK, 'text-mut shadow-none')}>
        {count}
        <span className="vh">{t('votes', { count: votes })}</span>
      </p>
    );
  const inside = (
    <>
      <ChevronUp aria-hidden className="size-4" />
      {count}
    </>
  );
  if (person === null)
    return (
      <a
        href={signIn('login')}
        aria-label={t('vote.login', { title, count: votes })}
        className={cx(LOOK, 'hover:bg-s2')}
      >
        {inside}
      </a>
    );
  return (
    <button
      type="button"
      aria-pressed={voted}
      aria-label={t('vote', { title, count: votes })}
      aria-disabled={vote.busy}
      onClick={() => void vote.send({ params: { id }, body: { voted: !voted } })}
      className={cx(
        LOOK,
        voted ? 'bg-brand-soft text-brand-text shadow-[inset_0_0_0_1.5px_var(--color-brand-text)]' : 'hover:bg-s2',
      )}
    >
      {inside}
    </button>
  );
}
