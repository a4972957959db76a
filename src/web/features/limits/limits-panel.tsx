import { Hourglass } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useFormats } from '#web/shell-context.ts';
import { Button } from '#web/ui/button.tsx';
import { ProblemBox } from '#web/ui/call/problem-box.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { shareOf } from './amount.ts';
import { LimitSheet } from './limit-sheet.tsx';
import { useLimitChange } from './use-limits.ts';
import type { LimitsAnswer, LimitView } from './use-limits.ts';
import { useNow } from '#web/live/use-now.ts';

/** The order of the page: what one may lose first. */
const ORDER = [
  'loss_day',
  'loss_week',
  'loss_month',
  'deposit_day',
  'deposit_week',
  'deposit_month',
  'stake',
  'session',
] as const;

/** All limits, each with what is used of it, what waits, and the way to change it. */
export function LimitsPanel({ limits }: { readonly limits: LimitsAnswer }) {
  const { t } = useTranslation('limits');
  const formats = useFormats();
  const [open, setOpen] = useState<LimitView | null>(null);
  const wait = formats.wait(limits.waits.raise * 1_000);
  const rows = ORDER.flatMap((name) => limits.limits.find((limit) => limit.name === name) ?? []);
  return (
    <Panel title={t('safe.limits')} text={t('limits.text', { wait })}>
      {rows.map((limit) => (
        <Row key={limit.name} limit={limit} onEdit={() => setOpen(limit)} />
      ))}
      {open === null ? null : (
        <LimitSheet key={open.name} limit={open} waitSeconds={limits.waits.raise} onClose={() => setOpen(null)} />
      )}
    </Panel>
  );
}

function Row({ limit, onEdit }: { readonly limit: LimitView; readonly onEdit: () => void }) {
  const { t } = useTranslation('limits');
  const title = t(`name.${limit.name}`);
  const window = windowOf(limit.name);
  const isSet = limit.amountStr !== null || limit.minutes !== null;
  return (
    <div className="grid gap-2.5 border-t border-line px-4.5 py-3.5 md:px-6 md:py-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <div className="min-w-[min(8rem,100%)] flex-1">
          <p className="font-540 break-words">{title}</p>
          {window === null ? null : <p className="text-12 text-faint">{t(`window.${window}`)}</p>}
        </div>
        <p className={isSet ? 'font-540' : 'text-mut'}>
          <Value limit={limit} />
        </p>
        <Button
          variant="outline"
          size="sm"
          onClick={onEdit}
          aria-label={t(isSet ? 'edit_name' : 'set_name', { name: title })}
        >
          {t(isSet ? 'edit' : 'set')}
        </Button>
      </div>
      <Bar limit={limit} />
      <Raise limit={limit} />
    </div>
  );
}

function windowOf(name: LimitView['name']): 'day' | 'week' | 'month' | null {
  if (name === 'session' || name.endsWith('_day')) return 'day';
  if (name.endsWith('_week')) return 'week';
  return name.endsWith('_month') ? 'month' : null;
}

function Value({ limit }: { readonly limit: LimitView }) {
  const { t } = useTranslation('limits');
  const formats = useFormats();
  const { amountStr, minutes, usedStr, usedMinutes } = limit;
  if (minutes !== null) {
    // A span is a minute at least; who has not played has used none.
    const used = usedMinutes === null || usedMinutes === 0 ? formats.number(0) : formats.span(usedMinutes * 60_000);
    return t('used', { used, amount: formats.span(minutes * 60_000) });
  }
  if (amountStr === null) return t('none');
  const amount = formats.own(amountStr);
  return usedStr === null ? t('up_to', { amount }) : t('used', { used: formats.own(usedStr), amount });
}

/** What is used up: amber, never red. */
function Bar({ limit }: { readonly limit: LimitView }) {
  const { amount, used, minutes, usedMinutes } = limit;
  const share =
    minutes !== null
      ? shareOf(usedMinutes ?? 0, minutes)
      : amount !== null && used !== null
        ? shareOf(used, amount)
        : null;
  if (share === null) return null;
  return (
    <div aria-hidden className="h-1.5 overflow-hidden rounded-pill bg-s3">
      <div className="h-full rounded-pill bg-warn" style={{ width: `${share * 100}%` }} />
    </div>
  );
}

/** A raise that waits, and after its wait the question that makes it hold. Silence means no. */
function Raise({ limit }: { readonly limit: LimitView }) {
  const { t } = useTranslation('limits');
  const formats = useFormats();
  const now = useNow();
  const confirm = useLimitChange('limits.confirm');
  const { raise, name } = limit;
  if (raise === null) return null;
  const ready = Date.parse(raise.confirmFrom) <= now;
  const amount = raise.amountStr !== null ? formats.own(raise.amountStr) : formats.span((raise.minutes ?? 0) * 60_000);
  const time = formats.deadline(Date.parse(ready ? raise.confirmUntil : raise.confirmFrom));
  const key = raise.off ? (ready ? 'raise.off_ready' : 'raise.off_waits') : ready ? 'raise.ready' : 'raise.waits';
  const answer = (yes: boolean) => void confirm.send({ body: { name, yes } });
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 text-13">
        <p className="flex min-w-[min(12rem,100%)] flex-1 items-center gap-2 text-warn">
          <Hourglass aria-hidden className="size-4 shrink-0" />
          {t(key, { amount, time })}
        </p>
        {ready ? (
          <Button variant="outline" size="sm" onClick={() => answer(true)} aria-disabled={confirm.busy}>
            {t('raise.yes')}
          </Button>
        ) : null}
        <Button variant="ghost" size="sm" onClick={() => answer(false)} aria-disabled={confirm.busy}>
          {t('raise.drop')}
        </Button>
      </div>
      <ProblemBox problem={confirm.problem} />
    </div>
  );
}
