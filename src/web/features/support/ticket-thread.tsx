import { useState } from 'react';
import { LONGEST_MESSAGE } from '#domain/support/ticket.ts';
import type { TicketWire } from '#protocol/support/support.ts';
import { ApiError } from '#web/api/api-error.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { LoadProblem } from '#web/ui/call/load-problem.tsx';
import { useCall, useSend } from '#web/ui/call/use-call.ts';
import { cx } from '#web/ui/cx.ts';
import { Form, FormEnd } from '#web/ui/form/form.tsx';
import { TextArea } from '#web/ui/form/text-area.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { Moment } from '#web/ui/moment.tsx';
import { Panel, PanelBody } from '#web/ui/panel.tsx';
import { EmptyState, Skeleton } from '#web/ui/states.tsx';
import { FilesField } from './files-field.tsx';
import { TicketPast } from './ticket-past.tsx';
import { TicketRating } from './ticket-rating.tsx';
import { TicketState } from './ticket-state.tsx';
import { useSendFiles } from './use-send-files.ts';
import { useTicket, useTicketsChanged, type TicketKey } from './use-tickets.ts';

/** One ticket: what was written, and a place to add to it. */
export function TicketThread({ of }: { readonly of: TicketKey }) {
  const { t } = useTranslation('support');
  const { data, error, refetch } = useTicket(of);
  if (data !== undefined)
    return (
      <Panel
        title={t('ticket', { number: data.number })}
        {...(data.about === null ? {} : { text: <AboutText {...data.about} /> })}
        end={<TicketState state={data.state} />}
      >
        <PanelBody className="grid gap-5">
          <TicketPast ticket={data} />
          <Messages ticket={data} />
          {data.isRatable ? <TicketRating of={of} ticket={data} /> : null}
          {data.state === 'CLOSED' ? (
            <p className="text-13 text-mut">{t('closed')}</p>
          ) : (
            <Reply of={of} ticket={data} />
          )}
        </PanelBody>
      </Panel>
    );
  if (error instanceof ApiError && (error.code === 'IncorrectToken' || error.code === 'NotFound'))
    return (
      <section className="card">
        <EmptyState title={t('link.title')} text={t('link.text')} />
      </section>
    );
  if (error !== null) return <LoadProblem error={error} onRetry={() => void refetch()} />;
  return <Skeleton className="h-64" />;
}

function AboutText({ kind, ref }: NonNullable<TicketWire['about']>) {
  const { t } = useTranslation('support');
  return (
    <>
      {t('about.what', { kind })} <bdi className="break-all">{ref}</bdi>
    </>
  );
}

function Messages({ ticket }: { readonly ticket: TicketWire }) {
  const { t } = useTranslation('support');
  return (
    <ol aria-label={t('thread')} className="grid gap-3">
      {ticket.messages.map(({ id, by, text, files, leftOut, at }) => (
        <li
          key={id}
          data-by={by}
          className={cx('grid gap-1 rounded-field px-4 py-3', by === 'support' ? 'bg-brand-soft' : 'bg-s2')}
        >
          <p className="flex flex-wrap justify-between gap-x-3 text-13 text-mut">
            <span className="font-540">{t(`by.${by}`)}</span>
            <Moment at={Date.parse(at)} to="minute" />
          </p>
          {text === '' ? null : (
            <p dir="auto" className="break-words whitespace-pre-wrap">
              {text}
            </p>
          )}
          <Files files={files} />
          {leftOut === 0 ? null : <p className="text-13 text-mut">{t('files.left_out', { count: leftOut })}</p>}
        </li>
      ))}
    </ol>
  );
}

function Files({ files }: Pick<TicketWire['messages'][number], 'files'>) {
  const { t } = useTranslation('support');
  if (files.length === 0) return null;
  return (
    <ul className="mt-1 flex flex-wrap gap-2">
      {files.map(({ id, url, width, height }, index) => (
        <li key={id}>
          <a href={url} target="_blank" rel="noopener" className="block rounded-field">
            <img
              src={url}
              width={width}
              height={height}
              alt={t('file', { number: index + 1 })}
              className="h-28 w-auto max-w-full rounded-field bg-s1 object-cover object-top"
            />
          </a>
        </li>
      ))}
    </ul>
  );
}

function Reply({ of, ticket }: { readonly of: TicketKey; readonly ticket: TicketWire }) {
  const { t } = useTranslation('support');
  const changed = useTicketsChanged();
  const own = useSend('support.write', { onDone: changed });
  const visitor = useSend('support.writeByLink', { onDone: changed });
  const [files, setFiles] = useState<readonly File[]>([]);
  const sendFiles = useSendFiles();
  const filing = useCall();
  const written = 'token' in of ? visitor : own;
  const call = filing.problem === null && !filing.busy ? written : filing;
  const form = useForm({
    start: { message: '' },
    call,
    missing: ({ message }) =>
      message.trim() === '' && files.length === 0 ? { name: 'message', says: t('missing.message') } : null,
    faults: (name) => (name === 'message' ? t('missing.message') : null),
    send: async ({ message }) => {
      filing.clear();
      if (message.trim() !== '') {
        const sent = await ('token' in of
          ? visitor.send({ body: { token: of.token, message } })
          : own.send({ params: { id: ticket.id }, body: { message } }));
        if (sent === null) return null;
        // An empty field says that it left.
        form.set('message', '');
      }
      await filing.run(async () => {
        const { left, error } = await sendFiles(of, files);
        setFiles(left);
        await changed();
        if (left.length > 0) throw error;
      });
      return null;
    },
  });
  return (
    <Form form={form}>
      <TextArea
        label={t('reply')}
        hint={t('message.hint')}
        rows={4}
        dir="auto"
        maxLength={LONGEST_MESSAGE}
        {...form.field('message')}
      />
      <FilesField files={files} onChange={setFiles} />
      <FormEnd form={form} says={t('reply.send')} busy={t('sending')} />
      <output className="text-13 text-mut">{call.done || filing.done ? t('reply.sent') : ''}</output>
    </Form>
  );
}
