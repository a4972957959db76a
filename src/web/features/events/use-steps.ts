import type { EventWire } from '#protocol/events/events.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import type { TimelineStep } from '#web/ui/show/timeline.tsx';
import { stepsOf, type Move } from './market-steps.ts';

export interface Step extends Omit<TimelineStep, 'at' | 'time'> {
  /** ISO 8601; null: not known yet. */
  readonly at: string | null;
}

/** The steps of a market in words: what was done by whom and why, and what each that is left means. */
export function useSteps(market: EventWire['markets'][number]): readonly Step[] {
  const { t } = useTranslation('events');
  const byWhom = ({ by, people }: Move) =>
    by === 'CLOCK'
      ? t('move.by_clock')
      : by === 'PERSON'
        ? t('move.by_person')
        : t('move.by_people', { count: people });
  return stepsOf(market).map(({ id, name, state, at, move }) => {
    const title = 'plan' in name ? t(`step.${name.plan}`) : t(`state.${name.reached}`);
    const meaning =
      move === null && 'plan' in name && (name.plan === 'propose' || name.plan === 'check')
        ? t(`step.${name.plan}_text`)
        : null;
    const text = move === null ? meaning : [byWhom(move), move.reason].filter((part) => part !== null).join(': ');
    return { id, title, state, at, ...(text === null ? {} : { text }) };
  });
}
