/** An order of a simulated person. Price in thousandths of the outcome. */
export interface SampleOrder {
  /** Which of them. */
  readonly trader: number;
  readonly outcome: 'YES' | 'NO';
  readonly price: number;
  readonly shares: number;
  readonly timeInForce: 'GTC' | 'FAK';
}

/** How far the price of each match lies from where it ends, hundredths; half of the markets go the other way. */
const WAY = [-6, -4, -5, -2, -3, 1, 0] as const;
/** Orders that rest at the end: distance in hundredths, and shares. */
const LADDER = [
  { away: 2, shares: 80 },
  { away: 4, shares: 120 },
  { away: 7, shares: 200 },
] as const;
const LOWEST = 2;
const HIGHEST = 98;

/**
 * What simulated people order on a book: matches whose price ends at `chance` (hundredths), then orders that rest around it. `index` tells
 * books apart.
 */
export function sampleOrders(chance: number, index: number): readonly SampleOrder[] {
  const sign = index % 2 === 0 ? 1 : -1;
  const matches = WAY.flatMap((away, step) => {
    const price = within(chance + sign * away);
    const [one, other] = [index * 5 + step * 7, index * 5 + step * 7 + 3];
    const shares = 20 + ((index * 7 + step * 13) % 9) * 10;
    const rests = { trader: one, outcome: 'YES', price: price * 10, shares, timeInForce: 'GTC' } as const;
    return [rests, { trader: other, outcome: 'NO', price: (100 - price) * 10, shares, timeInForce: 'FAK' } as const];
  });
  const resting = LADDER.flatMap(({ away, shares }, step): SampleOrder[] => {
    const trader = index * 3 + step * 2;
    const rest = { shares, timeInForce: 'GTC' } as const;
    return [
      { trader, outcome: 'YES', price: within(chance - away) * 10, ...rest },
      { trader: trader + 1, outcome: 'NO', price: within(100 - chance - away) * 10, ...rest },
    ];
  });
  return [...matches, ...resting];
}

const within = (price: number) => Math.min(HIGHEST, Math.max(LOWEST, price));
