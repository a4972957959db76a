import { ArrowDown, ArrowUp, Check, X } from 'lucide-react';
import { Chip } from '#web/ui/states.tsx';
import { isFirst } from './book-view.ts';
import { outcomeOf, useOutcomeWord } from './words.ts';

/** Never told apart by colour alone. */
export const OUTCOME_ICONS = { UP: ArrowUp, DOWN: ArrowDown, YES: Check, NO: X } as const;

/** The outcome of an order or a position: sign and word. */
export function OutcomeTag({ outcome }: { readonly outcome: string }) {
  const word = useOutcomeWord();
  const known = outcomeOf(outcome);
  const Icon = OUTCOME_ICONS[known];
  return (
    <Chip tone={isFirst(known) ? 'up' : 'down'} icon={<Icon aria-hidden />}>
      {word(outcome)}
    </Chip>
  );
}
