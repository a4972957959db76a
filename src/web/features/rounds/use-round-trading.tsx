import { useState } from 'react';
import { useBookTrading } from '#web/shares/use-book-trading.tsx';
import { chosenRound, phaseOf, roundsOf, type RoundWish } from '#web/shares/round-choice.ts';
import type { RoundSlotProps } from '#web/round-slot.ts';
import { useRounds } from './use-rounds.ts';

/** Everything the Round tab does with one pair. */
export function useRoundTrading(props: RoundSlotProps) {
  const { pair, now } = props;
  const list = useRounds(pair.id);
  const [wish, setWish] = useState<RoundWish>({ window: '5m', marketId: null });
  const round = chosenRound(list.rounds, wish, now);
  const desk = useBookTrading(
    { ...props, most: pair.maxStake },
    {
      marketId: round?.marketId ?? null,
      phase: round === null ? 'closed' : phaseOf(round, now),
      pairStatus: pair.status,
      first: 'UP',
      leadTo: (market) => {
        if (market.pair !== null && market.pair !== pair.id) props.onSelectPair(market.pair);
        setWish({ window: market.window ?? wish.window, marketId: market.marketId });
      },
    },
  );
  return {
    ...desk,
    list,
    round,
    next: round === null ? null : (roundsOf(list.rounds, round.window, now)[1] ?? null),
    chooseRound: ({ window, marketId }: RoundWish) => setWish({ window, marketId }),
  };
}
