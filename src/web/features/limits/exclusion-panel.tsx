import { useState } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useFormats, useShell } from '#web/shell-context.ts';
import { link, pathOf } from '#web/site.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { Panel, PanelBody } from '#web/ui/panel.tsx';
import { ChipChoice } from '#web/ui/tabs.tsx';
import { useSpanText } from './span-text.ts';
import type { LimitsAnswer } from './use-limits.ts';
import { useNow } from '#web/live/use-now.ts';
import { ConfirmByWord } from './confirm-by-word.tsx';

const SPANS = ['6m', '1y', '2y', '5y', 'forever'] as const;
type Span = (typeof SPANS)[number];

/** Self-exclusion: half a year to for ever. It can be made longer while it holds, never shorter. */
export function ExclusionPanel({ limits }: { readonly limits: LimitsAnswer }) {
  const { t } = useTranslation('limits');
  const formats = useFormats();
  const { config, locale } = useShell();
  const spanText = useSpanText(limits);
  const [span, setSpan] = useState<Span>('6m');
  const now = useNow();
  const [asking, setAsking] = useState(false);
  if (limits.pause.state === 'EXCLUDED' && limits.pause.until === null) return null;
  const seconds = limits.spans[span] ?? null;
  const time = seconds === null ? '' : formats.deadline(now + seconds * 1_000);
  return (
    <Panel title={t('safe.self_exclusion')} text={t('exclusion.text')}>
      <PanelBody className="grid gap-3">
        <ChipChoice
          className="grid-flow-row! grid-cols-2 sm:grid-cols-3"
          label={t('safe.self_exclusion')}
          value={span}
          onChange={setSpan}
          items={SPANS.map((one) => ({ value: one, label: spanText(one) }))}
        />
        <Button variant="danger" size="lg" wide onClick={() => setAsking(true)}>
          {t('exclusion.start')}
        </Button>
        <a
          href={link(config, 'main', pathOf('responsible-trading', locale))}
          className={buttonClass({ variant: 'outline', size: 'lg', wide: true })}
        >
          {t('exclusion.help')}
        </a>
      </PanelBody>
      {asking ? (
        <ConfirmByWord
          title={t('exclusion.start')}
          text={seconds === null ? t('exclusion.warn_ever') : t('exclusion.warn', { time })}
          word={t('word.exclude')}
          body={{ kind: 'self_exclusion', span, word: 'EXCLUDE' }}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </Panel>
  );
}
