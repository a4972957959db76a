import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { MINUTE_MS } from '#domain/time.ts';
import type { TicketHead } from '#protocol/support/support.ts';
import { usePerson } from '#web/api/use-person.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useFormats, useShell } from '#web/shell-context.ts';
import { pathOf } from '#web/site.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { LoadProblem } from '#web/ui/call/load-problem.tsx';
import { Moment } from '#web/ui/moment.tsx';
import { Panel, PanelBody, PanelRow } from '#web/ui/panel.tsx';
import { Skeleton } from '#web/ui/states.tsx';
import { aboutOf } from './ticket-draft.ts';
import { TicketForm, type BegunTicket } from './ticket-form.tsx';
import { RateByMail } from './rate-by-mail.tsx';
import { TicketState } from './ticket-state.tsx';
import { TicketThread } from './ticket-thread.tsx';
import { useOwnTickets, useSupportTimes, useTicketsChanged } from './use-tickets.ts';

/** Write to support, read the answers. `?ticket=` is one of the person's, `?token=` a visitor's, `?about=` what a new one is about. */
export function SupportScreen() {
  const { t } = useTranslation('support');
  const { locale } = useShell();
  const { known, person } = usePerson();
  const [search] = useSearchParams();
  const [token, id, rate] = [search.get('token'), search.get('ticket'), search.get('rate')];
  if (rate !== null) return <RateByMail token={rate} say={search.get('say')} />;
  const shown = token !== null ? { token } : id !== null ? { id } : null;
  return (
    <div
      className={cx(
        'mx-auto grid w-full gap-5 py-6 md:gap-6 md:py-10',
        person === null || token !== null ? 'max-w-[660px]' : 'max-w-[1080px]',
      )}
    >
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h1 className="text-26 font-620 tracking-[-.02em] text-balance">{t('title')}</h1>
          <p className="mt-1 text-mut text-pretty">{t('lead')}</p>
          <AnswerTimes />
        </div>
        {shown === null ? null : (
          <Link to={pathOf('support', locale)} className={buttonClass({ variant: 'outline' })}>
            {t('new')}
          </Link>
        )}
      </div>
      <div
        className={cx(
          'grid items-start gap-5 md:gap-6',
          person !== null && token === null && 'lg:grid-cols-[minmax(0,1fr)_22rem]',
        )}
      >
        {shown !== null ? (
          <TicketThread key={token ?? id} of={shown} />
        ) : known ? (
          <NewTicket key={person?.id ?? ''} about={search.get('about')} />
        ) : (
          <Skeleton className="h-[47rem]" />
        )}
        {person === null || token !== null ? null : <OwnTickets />}
      </div>
    </div>
  );
}

/** Measured, not promised: half of today’s first answers, and 95 of 100. Nothing while there are too few. */
function AnswerTimes() {
  const { t } = useTranslation('support');
  const formats = useFormats();
  const { data } = useSupportTimes();
  if (data === undefined || data.halfMs === null || data.mostMs === null) return null;
  const within = (ms: number) => formats.wait(Math.max(ms, MINUTE_MS));
  return (
    <p className="mt-1 text-13 text-mut text-pretty">
      {t('times', { half: within(data.halfMs), most: within(data.mostMs) })}
    </p>
  );
}

function NewTicket({ about }: { readonly about: string | null }) {
  const [sent, setSent] = useState<{ readonly ticket: BegunTicket; readonly unsent: number } | null>(null);
  const changed = useTicketsChanged();
  if (sent !== null) return <Sent {...sent} onAgain={() => setSent(null)} />;
  return (
    <section className="card p-4.5 md:p-6">
      <TicketForm
        about={aboutOf(about)}
        onSent={(ticket, unsent) => {
          setSent({ ticket, unsent });
          void changed();
        }}
      />
    </section>
  );
}

function Sent(props: { readonly ticket: BegunTicket; readonly unsent: number; readonly onAgain: () => void }) {
  const { ticket, unsent, onAgain } = props;
  const { t } = useTranslation('support');
  const { locale } = useShell();
  const { person } = usePerson();
  return (
    <section className="card grid gap-4 p-4.5 md:p-6">
      <div role="alert">
        <h2 className="text-18 font-620">{t('sent.title', { number: ticket.number })}</h2>
        <p className="mt-1 text-mut text-pretty">{t(person === null ? 'sent.visitor' : 'sent.person')}</p>
        {unsent === 0 ? null : <p className="mt-1 text-bad text-pretty">{t('sent.unsent', { count: unsent })}</p>}
      </div>
      <div className="flex flex-wrap gap-2.5">
        {person === null ? null : (
          <Link to={`${pathOf('support', locale)}?ticket=${ticket.id}`} className={buttonClass({ variant: 'primary' })}>
            {t('sent.open')}
          </Link>
        )}
        <Button variant="outline" onClick={onAgain}>
          {t('sent.again')}
        </Button>
      </div>
    </section>
  );
}

function OwnTickets() {
  const { t } = useTranslation('support');
  const { data, error, refetch } = useOwnTickets();
  if (error !== null)
    return (
      <Panel title={t('mine')}>
        <PanelBody>
          <LoadProblem error={error} onRetry={() => void refetch()} />
        </PanelBody>
      </Panel>
    );
  if (data === undefined || data.items.length === 0) return null;
  return (
    <Panel title={t('mine')}>
      {data.items.map((ticket) => (
        <TicketRow key={ticket.id} ticket={ticket} />
      ))}
    </Panel>
  );
}

function TicketRow({ ticket }: { readonly ticket: TicketHead }) {
  const { locale } = useShell();
  return (
    <PanelRow
      title={
        <Link
          to={`${pathOf('support', locale)}?ticket=${ticket.id}`}
          className="inline-flex min-h-6 items-center text-brand-text hover:underline pointer-coarse:min-h-11"
        >
          {ticket.number}
        </Link>
      }
      text={<Moment at={Date.parse(ticket.openedAt)} to="minute" />}
      end={<TicketState state={ticket.state} />}
    />
  );
}
