import { ArrowDown, ArrowUp, Check, X } from 'lucide-react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Chip } from '#web/ui/states.tsx';

const KNOWN = {
  UP: { tone: 'up', icon: <ArrowUp aria-hidden />, word: 'dir.up' },
  DOWN: { tone: 'down', icon: <ArrowDown aria-hidden />, word: 'dir.down' },
  YES: { tone: 'up', icon: <Check aria-hidden />, word: 'outcome.yes' },
  NO: { tone: 'down', icon: <X aria-hidden />, word: 'outcome.no' },
} as const;

/** An outcome with its sign; one that is not known by its name. */
export function OutcomeChip({ outcome }: { readonly outcome: string }) {
  const { t } = useTranslation('trading');
  if (!(outcome in KNOWN)) return <Chip>{outcome}</Chip>;
  const { tone, icon, word } = KNOWN[outcome as keyof typeof KNOWN];
  return (
    <Chip tone={tone} icon={icon}>
      {t(word)}
    </Chip>
  );
}
