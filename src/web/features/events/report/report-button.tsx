import { Flag } from 'lucide-react';
import { useEffect, useState } from 'react';
import { REPORT_REASONS, type EventReportReason } from '#domain/events/report.ts';
import type { OwnReport } from '#protocol/events/integrity.ts';
import type { EventWire } from '#protocol/events/events.ts';
import { useRole, useSession } from '#web/api/session.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { ProblemBox } from '#web/ui/call/problem-box.tsx';
import { useSend } from '#web/ui/call/use-call.ts';
import { TextArea } from '#web/ui/form/text-area.tsx';
import { Select } from '#web/ui/form/select.tsx';
import { useSignInHref } from '#web/ui/frame/account-links.tsx';
import { Sheet } from '#web/ui/sheet.tsx';

/** As the protocol has them. */
const SHORTEST = 10;
const LONGEST = 1_000;

/** Tells staff that something is wrong with an event: in practice and for staff there is none. */
export function ReportButton({ event }: { readonly event: Pick<EventWire, 'id'> }) {
  const { t } = useTranslation('events');
  const { state, realm } = useSession();
  const role = useRole();
  const signIn = useSignInHref();
  const [isOpen, setIsOpen] = useState(false);
  const label = (
    <>
      <Flag aria-hidden className="size-4" />
      {t('report.button')}
    </>
  );
  if (realm === 'demo' || state.status === 'starting') return null;
  if (state.status === 'visitor')
    return (
      <a href={signIn('login')} className={buttonClass({ variant: 'ghost', size: 'sm' })} data-part="report">
        {label}
      </a>
    );
  if (role !== 'USER') return null;
  return (
    <>
      <Button variant="ghost" size="sm" data-part="report" onClick={() => setIsOpen(true)}>
        {label}
      </Button>
      <Sheet open={isOpen} onOpenChange={setIsOpen} title={t('report.title')} description={t('report.text')}>
        <ReportForm eventId={event.id} onClose={() => setIsOpen(false)} />
      </Sheet>
    </>
  );
}

/** The person's own report of an event, once it is known. */
function useOwnReport(id: string) {
  const { client } = useSession();
  const [own, setOwn] = useState<OwnReport | null>(null);
  useEffect(() => {
    const stop = new AbortController();
    client.call('integrity.ownReport', { params: { id } }, { signal: stop.signal }).then(
      ({ report }) => setOwn(report),
      // It can be written all the same.
      () => undefined,
    );
    return () => stop.abort();
  }, [client, id]);
  return [own, setOwn] as const;
}

function ReportForm({ eventId, onClose }: { readonly eventId: string; readonly onClose: () => void }) {
  const { t } = useTranslation(['events', 'common']);
  const [own, setOwn] = useOwnReport(eventId);
  const [reason, setReason] = useState<EventReportReason>('insider');
  const [text, setText] = useState('');
  const call = useSend('integrity.report', { onDone: ({ report }) => setOwn(report) });
  const isShort = text.trim().length < SHORTEST;
  if (call.done)
    return (
      <div className="mt-4 grid gap-3">
        <output className="block text-14 text-pretty">{t('report.sent')}</output>
        <Button onClick={onClose}>{t('common:btn.close')}</Button>
      </div>
    );
  return (
    <form
      className="mt-4 grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isShort) void call.send({ params: { id: eventId }, body: { reason, text: text.trim() } });
      }}
    >
      {own === null ? null : (
        <p className="rounded-field bg-s2 p-3 text-13 text-pretty">{t(`report.state_${own.state}`)}</p>
      )}
      <Select
        label={t('report.reason')}
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value as EventReportReason)}
      >
        {REPORT_REASONS.map((one) => (
          <option key={one} value={one}>
            {t(`report.reason_${one}`)}
          </option>
        ))}
      </Select>
      <TextArea
        label={t('report.words')}
        value={text}
        maxLength={LONGEST}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <ProblemBox problem={call.problem} />
      <Button type="submit" variant="primary" aria-disabled={call.busy || isShort}>
        {isShort ? t('report.short') : t('report.send')}
      </Button>
    </form>
  );
}
