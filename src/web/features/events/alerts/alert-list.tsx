import { BellRing } from 'lucide-react';
import { useState } from 'react';
import type { AlertWire } from '#protocol/events/alerts.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useFormats } from '#web/shell-context.ts';
import { Button } from '#web/ui/button.tsx';
import { LoadProblem } from '#web/ui/call/load-problem.tsx';
import { ProblemBox } from '#web/ui/call/problem-box.tsx';
import { useSend } from '#web/ui/call/use-call.ts';
import { cx } from '#web/ui/cx.ts';
import { Field } from '#web/ui/form/field.tsx';
import { EmptyState, Skeleton } from '#web/ui/states.tsx';
import { useNumberField } from '#web/ui/use-number-field.ts';
import { useEventLinks } from '../event-links.ts';
import { PLACES, typedOf, valueOf, valueText, type TypedKind } from './alert-value.ts';
import { useAlerts, type Alerts } from './use-alerts.ts';

/** All alerts of the person, beside the watch list. */
export function AlertsCard() {
  const { t } = useTranslation('alerts');
  const alerts = useAlerts();
  return (
    <section aria-labelledby="alerts-title" className="card mt-4 overflow-hidden" data-part="alerts">
      <h2 id="alerts-title" className="p-4 text-14 font-620">
        {t('title')}
      </h2>
      <AlertRows alerts={alerts} of={alerts.items} named />
    </section>
  );
}

interface RowsProps {
  readonly alerts: Alerts;
  /** Those that are shown. */
  readonly of: readonly AlertWire[] | null;
  /** Of different events: each says of which it is. */
  readonly named?: boolean;
  /** Of one event with several outcomes: what each is called, by its id. */
  readonly markets?: ReadonlyMap<string, string>;
}

export function AlertRows({ alerts, of, named = false, markets }: RowsProps) {
  const { t } = useTranslation('alerts');
  if (alerts.error !== null) return <LoadProblem error={alerts.error} onRetry={alerts.read} className="m-4" />;
  if (of === null) return <Skeleton className="m-4 h-12" />;
  if (of.length === 0)
    // Beside the form that sets one there is nothing to explain.
    return !named ? null : (
      <EmptyState
        className="border-t border-line"
        icon={<BellRing aria-hidden />}
        title={t('none')}
        text={t('none.text')}
      />
    );
  return (
    <ul>
      {of.map((alert) => (
        <li key={alert.id} className={cx('border-t border-line px-4 py-2.5', !named && 'md:px-6')}>
          <Row alert={alert} alerts={alerts} named={named} outcome={markets?.get(alert.market ?? '') ?? null} />
        </li>
      ))}
    </ul>
  );
}

function useSays(): (alert: AlertWire) => string {
  const { t } = useTranslation(['alerts', 'events']);
  const formats = useFormats();
  return (alert) => {
    if (alert.kind !== 'new') return t('says', { kind: alert.kind, value: valueText(formats, alert) });
    const { category, tag } = alert;
    return category === null
      ? t('says.tag', { tag: tag ?? '' })
      : t('says.category', { category: t(`events:cat.${category}`) });
  };
}

const TYPED = { above: 'price', below: 'price', closes: 'closes', volume: 'volume' } as const satisfies Partial<
  Record<AlertWire['kind'], TypedKind>
>;

function Row({
  alert,
  alerts,
  named,
  outcome,
}: {
  readonly alert: AlertWire;
  readonly alerts: Alerts;
  readonly named: boolean;
  readonly outcome: string | null;
}) {
  const { t } = useTranslation(['alerts', 'common']);
  const formats = useFormats();
  const links = useEventLinks('real');
  const says = useSays();
  const [edits, setEdits] = useState<'no' | 'yes'>('no');
  const { id, kind, slug, title, firedAt } = alert;
  const remove = useSend('alerts.remove', { toast: 'alert', onDone: () => alerts.drop(id) });
  const typed = kind === 'clarified' || kind === 'new' ? null : TYPED[kind];
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <div className="min-w-40 flex-1 text-13">
          <p className="font-540 [overflow-wrap:anywhere]">
            <bdi>{says(alert)}</bdi>
          </p>
          {outcome === null ? null : (
            <p className="text-mut [overflow-wrap:anywhere]">
              <bdi lang="en">{outcome}</bdi>
            </p>
          )}
          {!named || slug === null || title === null ? null : (
            <a href={links.event(slug)} className="inline-flex min-h-6 items-center text-mut hover:underline">
              <bdi lang="en">{title}</bdi>
            </a>
          )}
          {firedAt === null ? null : (
            <p className="text-12 text-mut">{t('fired', { time: formats.deadline(Date.parse(firedAt)) })}</p>
          )}
        </div>
        {typed === null || firedAt !== null ? null : (
          <Button size="sm" variant="ghost" aria-expanded={edits === 'yes'} onClick={() => setEdits('yes')}>
            {t('change')}
          </Button>
        )}
        <Button
          size="sm"
          variant="ghost"
          aria-label={t('remove.of', { alert: says(alert) })}
          aria-disabled={remove.busy}
          onClick={() => void remove.send({ params: { id } })}
        >
          {t('remove')}
        </Button>
      </div>
      {edits === 'no' || typed === null ? null : (
        <Change alert={alert} typed={typed} alerts={alerts} onEnd={() => setEdits('no')} />
      )}
    </>
  );
}

function Change(props: {
  readonly alert: AlertWire;
  readonly typed: TypedKind;
  readonly alerts: Alerts;
  readonly onEnd: () => void;
}) {
  const { t } = useTranslation(['alerts', 'common']);
  const { alert, typed, alerts, onEnd } = props;
  const [text, setText] = useState(typedOf(alert));
  const field = useNumberField(PLACES[typed], setText);
  const value = valueOf(typed, text);
  const call = useSend('alerts.change', {
    onDone: (changed) => {
      alerts.put(changed);
      onEnd();
    },
  });
  return (
    <form
      className="mt-2 grid gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (value !== null) void call.send({ params: { id: alert.id }, body: { value } });
      }}
    >
      <Field label={t(`field.${typed}`)} inputMode="decimal" value={text} {...field} />
      <ProblemBox problem={call.problem} />
      <div className="flex justify-end gap-2">
        <Button size="sm" variant="ghost" onClick={onEnd}>
          {t('common:btn.cancel')}
        </Button>
        <Button size="sm" type="submit" variant="primary" aria-disabled={value === null || call.busy}>
          {t('save')}
        </Button>
      </div>
    </form>
  );
}
