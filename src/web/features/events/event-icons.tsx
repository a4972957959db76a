import {
  Ban,
  CircleCheck,
  CircleDot,
  CirclePause,
  Clapperboard,
  Coins,
  Cpu,
  Gavel,
  Globe,
  Hourglass,
  Landmark,
  PenLine,
  ShieldQuestionMark,
  TrendingUp,
  Trophy,
} from 'lucide-react';
import type { ReactNode } from 'react';
import type { Category } from '#domain/events/terms.ts';
import type { PublicState } from '#protocol/events/events.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Chip, type ChipTone } from '#web/ui/states.tsx';

export const CATEGORY_ICONS: Readonly<Record<Category, ReactNode>> = {
  sports: <Trophy aria-hidden />,
  politics: <Landmark aria-hidden />,
  entertainment: <Clapperboard aria-hidden />,
  crypto: <Coins aria-hidden />,
  economy: <TrendingUp aria-hidden />,
  tech: <Cpu aria-hidden />,
  world: <Globe aria-hidden />,
};

const STATES: Readonly<Record<PublicState, { readonly tone: ChipTone; readonly icon: ReactNode }>> = {
  OPEN: { tone: 'ok', icon: <CircleDot aria-hidden /> },
  PAUSED: { tone: 'warn', icon: <CirclePause aria-hidden /> },
  CLOSED: { tone: 'info', icon: <Hourglass aria-hidden /> },
  PROPOSED: { tone: 'info', icon: <Gavel aria-hidden /> },
  CHALLENGE: { tone: 'info', icon: <ShieldQuestionMark aria-hidden /> },
  DISPUTED: { tone: 'warn', icon: <Gavel aria-hidden /> },
  RESOLVED: { tone: 'brand', icon: <CircleCheck aria-hidden /> },
  PAID: { tone: 'brand', icon: <CircleCheck aria-hidden /> },
  VOIDED: { tone: 'warn', icon: <Ban aria-hidden /> },
  CORRECTED: { tone: 'warn', icon: <PenLine aria-hidden /> },
};

/** Where a market stands: icon and word. */
export function StateChip({ state }: { readonly state: PublicState }) {
  const { t } = useTranslation('events');
  const { tone, icon } = STATES[state];
  return (
    <Chip tone={tone} icon={icon}>
      {t(`state.${state}`)}
    </Chip>
  );
}
