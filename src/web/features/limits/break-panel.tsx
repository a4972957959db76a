import { useState } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useFormats } from '#web/shell-context.ts';
import { Button } from '#web/ui/button.tsx';
import { Panel, PanelBody } from '#web/ui/panel.tsx';
import { ChipChoice } from '#web/ui/tabs.tsx';
import { useSpanText } from './span-text.ts';
import type { LimitsAnswer } from './use-limits.ts';
import { useNow } from '#web/live/use-now.ts';
import { ConfirmByWord } from './confirm-by-word.tsx';

const SPANS = ['24h', '7d', '30d', '6w'] as const;
type Span = (typeof SPANS)[number];

/** A break of a day to six weeks. */
export function BreakPanel({ limits }: { readonly limits: LimitsAnswer }) {
  const { t } = useTranslation('limits');
  const formats = useFormats();
  const spanText = useSpanText(limits);
  const [span, setSpan] = useState<Span>('24h');
  const now = useNow();
  const [asking, setAsking] = useState(false);
  if (limits.pause.state !== 'FREE' && limits.pause.state !== 'TIME_OUT') return null;
  const end = now + (limits.spans[span] ?? 0) * 1_000;
  return (
    <Panel title={t('safe.time_out')} text={t('break.text')}>
      <PanelBody className="grid gap-3">
        <ChipChoice
          className="max-[22.4375rem]:grid-flow-row! max-[22.4375rem]:grid-cols-2"
          label={t('safe.time_out')}
          value={span}
          onChange={setSpan}
          items={SPANS.map((one) => ({ value: one, label: spanText(one) }))}
        />
        <Button size="lg" wide onClick={() => setAsking(true)}>
          {t('break.start', { span: spanText(span) })}
        </Button>
      </PanelBody>
      {asking ? (
        <ConfirmByWord
          title={t('break.start', { span: spanText(span) })}
          text={t('break.warn', { time: formats.deadline(end) })}
          word={t('word.break')}
          body={{ kind: 'time_out', span, word: 'BREAK' }}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </Panel>
  );
}
