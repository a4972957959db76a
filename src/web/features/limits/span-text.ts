import { useTranslation } from '#web/i18n/use-translation.ts';
import { useFormats, useShell } from '#web/shell-context.ts';
import type { LimitsAnswer } from './use-limits.ts';

export type SpanName = '24h' | '7d' | '30d' | '6w' | '6m' | '1y' | '2y' | '5y' | 'forever';

/** A span as its name says; where waits are short here, as long as it really is. */
export function useSpanText(limits: LimitsAnswer): (span: SpanName) => string {
  const { t } = useTranslation('limits');
  const formats = useFormats();
  const { config } = useShell();
  return (span) => {
    const seconds = limits.spans[span] ?? null;
    return config.waits === 'short' && seconds !== null ? formats.span(seconds * 1_000) : t(`span.${span}`);
  };
}
