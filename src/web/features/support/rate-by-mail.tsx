import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { RATINGS, type Rating } from '#domain/support/ticket.ts';
import { ApiError } from '#web/api/api-error.ts';
import { useSession } from '#web/api/session.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/button.tsx';
import { LoadProblem } from '#web/ui/call/load-problem.tsx';
import { ProblemBox } from '#web/ui/call/problem-box.tsx';
import { useSend } from '#web/ui/call/use-call.ts';
import { EmptyState, Skeleton } from '#web/ui/states.tsx';

/**
 * Whether a ticket was solved, by the link of the mail that asks: what the link says is chosen, and one press says it; a link that says
 * nothing leans to no answer. Opening the link says nothing, for programs that look for bad links open it too.
 */
export function RateByMail({ token, say }: { readonly token: string; readonly say: string | null }) {
  const { client, state } = useSession();
  const { t } = useTranslation('support');
  const asked = useQuery({
    queryKey: ['tickets', 'rating', token],
    enabled: state.status !== 'starting',
    queryFn: ({ signal }) => client.call('support.rating', { body: { token } }, { signal }),
  });
  return (
    <div className="mx-auto w-full max-w-[560px] py-6 md:py-10">
      {asked.data !== undefined ? (
        <section className="card p-4.5 md:p-6">
          <h1 className="text-26 font-620 tracking-[-.015em]">{t('ticket', { number: asked.data.number })}</h1>
          {asked.data.isRatable ? (
            <Question token={token} said={asked.data.rating} say={RATINGS.find((one) => one === say) ?? null} />
          ) : (
            <p className="mt-2 text-mut">{t('rating.reopened')}</p>
          )}
        </section>
      ) : asked.error instanceof ApiError && asked.error.code === 'IncorrectToken' ? (
        <section className="card">
          <EmptyState title={t('link.title')} text={t('link.text')} />
        </section>
      ) : asked.error !== null ? (
        <LoadProblem error={asked.error} onRetry={() => void asked.refetch()} />
      ) : (
        <Skeleton className="h-40" />
      )}
    </div>
  );
}

function Question(props: {
  readonly token: string;
  /** What was said before; null: nothing. */
  readonly said: Rating | null;
  /** What the link says. */
  readonly say: Rating | null;
}) {
  const { t } = useTranslation('support');
  const [said, setSaid] = useState(props.said);
  const [chosen, setChosen] = useState(props.say ?? props.said);
  const call = useSend('support.rateByMail', { onDone: ({ rating }) => setSaid(rating) });
  const title = useId();
  const isOff = call.busy || chosen === null || said === chosen;
  return (
    <>
      <h2 id={title} className="mt-2 text-mut">
        {t('rating.ask')}
      </h2>
      <fieldset aria-labelledby={title} className="mt-4 grid grid-cols-2 gap-2.5">
        {RATINGS.map((rating) => (
          <Button
            key={rating}
            size="lg"
            variant="outline"
            aria-pressed={chosen === rating}
            className={chosen === rating ? 'bg-brand-soft shadow-[inset_0_0_0_2px_var(--color-brand-text)]' : ''}
            onClick={() => setChosen(rating)}
          >
            {t(`rating.${rating}`)}
          </Button>
        ))}
      </fieldset>
      <Button
        wide
        size="lg"
        variant="primary"
        className="mt-3"
        aria-disabled={isOff}
        onClick={() => (isOff ? null : void call.send({ body: { token: props.token, rating: chosen } }))}
      >
        {t(said === null ? 'rating.confirm' : 'rating.change')}
      </Button>
      <output className="mt-3 block text-13 text-mut empty:absolute">{said === null ? '' : t('rating.thanks')}</output>
      <ProblemBox problem={call.problem} />
    </>
  );
}
