import { GitMerge, Scale, Split, UserRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { RelatedTicket, TicketWire } from '#protocol/support/support.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useFormats, useShell } from '#web/shell-context.ts';
import { pathOf } from '#web/site.ts';

/** What happened to a ticket beside its messages, and who is to act now. */
export function TicketPast({ ticket }: { readonly ticket: TicketWire }) {
  const { t } = useTranslation('support');
  const { state, merged, splitFrom, splitTo, complaint } = ticket;
  const isOurs = state === 'NEW' || state === 'OPEN' || state === 'ESCALATED';
  const lines: readonly (readonly [string, ReactNode, ReactNode])[] = [
    ...(complaint === null ? [] : complaintLine(complaint)),
    ...merged.map((number) => [number, <GitMerge key="i" aria-hidden />, t('past.merged', { number })] as const),
    ...(splitFrom === null ? [] : [splitLine(splitFrom, 'from')]),
    ...splitTo.map((one) => splitLine(one, 'to')),
    ...(isOurs ? [['turn', <UserRound key="i" aria-hidden />, t('turn.us')] as const] : []),
    ...(state === 'WAITING_USER' ? [['turn', <UserRound key="i" aria-hidden />, t('turn.you')] as const] : []),
  ];
  if (lines.length === 0) return null;
  return (
    <ul className="grid gap-1.5 text-13 text-mut">
      {lines.map(([key, icon, text]) => (
        <li key={key} className="flex items-start gap-2 [&>svg]:mt-0.5 [&>svg]:size-4 [&>svg]:shrink-0">
          {icon}
          <div className="min-w-0 text-pretty">{text}</div>
        </li>
      ))}
    </ul>
  );
}

const complaintLine = (complaint: NonNullable<TicketWire['complaint']>) =>
  [['complaint', <Scale key="i" aria-hidden />, <ComplaintText key="t" {...complaint} />]] as const;

const splitLine = (one: RelatedTicket, way: 'from' | 'to') =>
  [one.id, <Split key="i" aria-hidden />, <SplitText key="t" other={one} way={way} />] as const;

/** Its clock in words: acknowledged, due, ended. */
function ComplaintText({ acknowledgedAt, dueAt, finalAt, outcome }: NonNullable<TicketWire['complaint']>) {
  const { t } = useTranslation('support');
  const formats = useFormats();
  const at = (iso: string) => formats.minute(Date.parse(iso));
  return (
    <>
      <p className="font-540 text-text">{t('complaint')}</p>
      <p>
        {acknowledgedAt === null
          ? t('complaint.acknowledge', { at: at(dueAt) })
          : t('complaint.acknowledged', { at: at(acknowledgedAt) })}
      </p>
      {acknowledgedAt === null || finalAt !== null ? null : <p>{t('complaint.due', { at: at(dueAt) })}</p>}
      {finalAt === null || outcome === null ? null : <p>{t('complaint.final', { at: at(finalAt), outcome })}</p>}
    </>
  );
}

function SplitText({ other, way }: { readonly other: RelatedTicket; readonly way: 'from' | 'to' }) {
  const { t } = useTranslation('support');
  const { locale } = useShell();
  const which = other.token === null ? `ticket=${other.id}` : `token=${encodeURIComponent(other.token)}`;
  return (
    <Link
      to={`${pathOf('support', locale)}?${which}`}
      className="inline-flex min-h-6 items-center text-brand-text hover:underline pointer-coarse:min-h-11"
    >
      {t(way === 'from' ? 'past.split_from' : 'past.split_to', { number: other.number })}
    </Link>
  );
}
