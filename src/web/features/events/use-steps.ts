import type { EventWire } from '#protocol/events/events.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useFormats, useShell } from '#web/shell-context.ts';
import type { TimelineStep } from '#web/ui/show/timeline.tsx';
import { stepsOf, type Move, type Plan } from './market-steps.ts';

export interface Step extends Omit<TimelineStep, 'at' | 'time'> {
  /** ISO 8601; null: not known yet. */
  readonly at: string | null;
}

/** The steps of a market in words: what was done by whom and why, and what each that is left means. */
export function useSteps(market: EventWire['markets'][number]): readonly Step[] {
  const { t } = useTranslation('events');
  const formats = useFormats();
  const { config } = useShell();
  const byWhom = ({ move, by, people }: Move) =>
    by === 'CLOCK'
      ? t(move === 'propose' ? 'move.by_prices' : 'move.by_clock')
      : by === 'PERSON'
        ? t('move.by_person')
        : t('move.by_people', { count: people });
  const undoneText = () => {
    const { fills: count = 0, borne = 0, borneStr = '0' } = market.undone ?? {};
    return borne > 0
      ? t('step.undo_paid_text', { count, amount: formats.money(borneStr), brand: config.brand })
      : t('step.undo_text', { count });
  };
  const meaningOf = (plan: Plan) =>
    plan === 'undo'
      ? undoneText()
      : plan === 'propose' && market.byPrices
        ? t('step.propose_prices_text')
        : plan === 'propose' || plan === 'check'
          ? t(`step.${plan}_text`)
          : null;
  return stepsOf(market).map(({ id, name, state, at, move }) => {
    const title = 'plan' in name ? t(`step.${name.plan}`) : t(`state.${name.reached}`);
    const meaning = move === null && 'plan' in name ? meaningOf(name.plan) : null;
    const text = move === null ? meaning : [byWhom(move), move.reason].filter((part) => part !== null).join(': ');
    return { id, title, state, at, ...(text === null ? {} : { text }) };
  });
}
