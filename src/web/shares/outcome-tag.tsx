import { ArrowDown, ArrowUp } from 'lucide-react';
import { Chip } from '#web/ui/states.tsx';
import { useOutcomeWord } from './words.ts';

/** The outcome of an order or a position: arrow and word. */
export function OutcomeTag({ outcome }: { readonly outcome: string }) {
  const word = useOutcomeWord();
  if (outcome !== 'UP' && outcome !== 'DOWN') return <Chip>{outcome}</Chip>;
  const up = outcome === 'UP';
  return (
    <Chip tone={up ? 'up' : 'down'} icon={up ? <ArrowUp aria-hidden /> : <ArrowDown aria-hidden />}>
      {word(outcome)}
    </Chip>
  );
}
