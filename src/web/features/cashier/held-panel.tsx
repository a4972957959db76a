import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { serverClock } from '#web/live/server-clock.ts';
import { useFormats } from '#web/shell-context.ts';
import { Button } from '#web/ui/button.tsx';
import { useSend } from '#web/ui/call/use-call.ts';
import { Panel, PanelRow } from '#web/ui/panel.tsx';
import { Face } from './face.tsx';
import { useCashierNews, useHeld, type Transaction } from './use-cashier.ts';

/** Own payments that may still be recalled, each with the seconds that are left. */
export function HeldPanel() {
  const { t } = useTranslation('cashier');
  const { data = [] } = useHeld();
  if (data.length === 0) return null;
  return (
    <Panel title={t('held.title')}>
      {data.map((payment) => (
        <Held key={payment.id} payment={payment} />
      ))}
    </Panel>
  );
}

function Held({ payment }: { readonly payment: Transaction }) {
  const { t } = useTranslation('cashier');
  const formats = useFormats();
  const news = useCashierNews();
  const left = useSecondsUntil(payment.recallUntil);
  const recall = useSend('cashier.recall', { toast: 'recall', onDone: news });
  const amount = formats.own(payment.amountStr.replace('-', ''));
  return (
    <PanelRow
      icon={<Face of={payment.other} />}
      title={t('held.row', { amount, name: payment.other?.name ?? '' })}
      text={left > 0 ? t('held.text') : t('held.over')}
      end={
        left > 0 ? (
          <Button
            size="sm"
            aria-disabled={recall.busy}
            onClick={() => void recall.send({ params: { id: payment.id } })}
          >
            {t('held.recall', { seconds: left })}
          </Button>
        ) : null
      }
    />
  );
}

/** Whole seconds until a moment, counted down; 0: it has passed. What is on the page is read anew then. */
function useSecondsUntil(at: string | null): number {
  const news = useCashierNews();
  const [left, setLeft] = useState(() => secondsUntil(at));
  const latest = useRef(news);
  useEffect(() => {
    latest.current = news;
  });
  useEffect(() => {
    const timer = setInterval(() => {
      const next = secondsUntil(at);
      setLeft(next);
      if (next > 0) return;
      clearInterval(timer);
      void latest.current();
    }, 1_000);
    return () => clearInterval(timer);
  }, [at]);
  return left;
}

function secondsUntil(at: string | null): number {
  return at === null ? 0 : Math.max(0, Math.ceil((Date.parse(at) - serverClock.now()) / 1_000));
}
