import { useId } from 'react';
import { RATINGS, type Rating } from '#domain/support/ticket.ts';
import type { TicketWire } from '#protocol/support/support.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/button.tsx';
import { ProblemBox } from '#web/ui/call/problem-box.tsx';
import { useSend } from '#web/ui/call/use-call.ts';
import { useTicketsChanged, type TicketKey } from './use-tickets.ts';

/** After the end: one press says whether it was solved, and another press says otherwise. */
export function TicketRating({ of, ticket }: { readonly of: TicketKey; readonly ticket: TicketWire }) {
  const { t } = useTranslation('support');
  const changed = useTicketsChanged();
  const own = useSend('support.rate', { onDone: changed });
  const visitor = useSend('support.rateByLink', { onDone: changed });
  const call = 'token' in of ? visitor : own;
  const title = useId();
  const say = (rating: Rating) =>
    'token' in of
      ? visitor.send({ body: { token: of.token, rating } })
      : own.send({ params: { id: ticket.id }, body: { rating } });
  return (
    <section aria-labelledby={title} className="grid gap-3 rounded-field bg-s2 px-4 py-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 id={title} className="font-540">
          {t('rating.ask')}
        </h3>
        <div className="flex gap-2">
          {RATINGS.map((rating) => (
            <Button
              key={rating}
              variant={ticket.rating === rating ? 'primary' : 'outline'}
              aria-pressed={ticket.rating === rating}
              aria-disabled={call.busy}
              onClick={() => (call.busy ? null : void say(rating))}
            >
              {t(`rating.${rating}`)}
            </Button>
          ))}
        </div>
      </div>
      <output className="text-13 text-mut empty:absolute">{ticket.rating === null ? '' : t('rating.thanks')}</output>
      <ProblemBox problem={call.problem} />
    </section>
  );
}
