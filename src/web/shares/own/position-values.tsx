import { useCallback, useEffect, useState } from 'react';
import { add, fromDecimal, subtract, usdt, type Usdt } from '#domain/money.ts';
import type { OrderWire, PositionWire } from '#protocol/exchange.ts';
import type { SoldNow } from '#web/round-slot.ts';
import { positionKey } from './own-rows.ts';
import { useSaleQuote } from './use-sale-quote.ts';

/** What selling all of each position brings at its book as it stands, 10^-6, by `positionKey`; one whose book does not take all of it is not there. */
export type PositionValues = ReadonlyMap<string, Usdt>;

/** Positions from the top of the list whose books are followed: each is a channel of the socket. */
const QUOTED = 12;

export function usePositionValues() {
  const [values, setValues] = useState<PositionValues>(new Map());
  const report = useCallback((key: string, value: Usdt | null) => {
    setValues((was) => {
      if ((was.get(key) ?? null) === value) return was;
      const next = new Map(was);
      if (value === null) next.delete(key);
      else next.set(key, value);
      return next;
    });
  }, []);
  return [values, report] as const;
}

interface FollowProps {
  readonly orders: readonly OrderWire[];
  readonly onValue: (key: string, value: Usdt | null) => void;
}

/** Follows the books of what is held; draws nothing. */
export function FollowPositions({
  positions,
  ...props
}: FollowProps & { readonly positions: readonly PositionWire[] }) {
  return positions
    .slice(0, QUOTED)
    .map((position) => <FollowPosition key={positionKey(position)} position={position} {...props} />);
}

function FollowPosition({ position, orders, onValue }: FollowProps & { readonly position: PositionWire }) {
  const value = useSaleQuote(position, orders);
  const key = positionKey(position);
  useEffect(() => onValue(key, value), [key, value, onValue]);
  useEffect(() => () => onValue(key, null), [key, onValue]);
  return null;
}

/** Gain or loss if all of a position were sold now. */
export function profitNow(position: Pick<PositionWire, 'costStr'>, value: Usdt): Usdt {
  return subtract(value, fromDecimal(position.costStr, 6) ?? usdt(0n));
}

/** All of them together; null where none has a value. */
export function soldNow(positions: readonly PositionWire[], values: PositionValues): SoldNow | null {
  return positions.reduce<SoldNow | null>((sum, position) => {
    const value = values.get(positionKey(position));
    if (value === undefined) return sum;
    const { credit, profit } = sum ?? { credit: usdt(0n), profit: usdt(0n) };
    return { credit: add(credit, value), profit: add(profit, profitNow(position, value)) };
  }, null);
}
