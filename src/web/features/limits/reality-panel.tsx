import { useTranslation } from '#web/i18n/use-translation.ts';
import { useFormats } from '#web/shell-context.ts';
import { ProblemBox } from '#web/ui/call/problem-box.tsx';
import { Panel, PanelBody } from '#web/ui/panel.tsx';
import { Segments } from '#web/ui/tabs.tsx';
import { useLimitChange } from './use-limits.ts';
import type { LimitsAnswer } from './use-limits.ts';

const CHOICES = ['off', '15', '30', '60'] as const;
const MINUTES = { off: null, '15': 15, '30': 30, '60': 60 } as const;

/** How often the trading screen pauses and says time and result. */
export function RealityPanel({ limits }: { readonly limits: LimitsAnswer }) {
  const { t } = useTranslation('limits');
  const formats = useFormats();
  const change = useLimitChange('limits.change');
  const value = CHOICES.find((choice) => MINUTES[choice] === limits.realityCheckMinutes) ?? 'off';
  return (
    <Panel title={t('safe.reality_check')} text={t('reality.text')}>
      <PanelBody className="grid gap-3">
        <Segments
          label={t('safe.reality_check')}
          value={value}
          onChange={(choice) => void change.send({ body: { realityCheckMinutes: MINUTES[choice] } })}
          items={CHOICES.map((choice) => ({
            value: choice,
            label: choice === 'off' ? t('reality.off') : formats.durationLong(MINUTES[choice] * 60),
          }))}
        />
        <ProblemBox problem={change.problem} />
      </PanelBody>
    </Panel>
  );
}
