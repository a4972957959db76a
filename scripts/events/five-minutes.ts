import type { Recording } from './recording.ts';

interface Line {
  readonly slug: string;
  readonly start_ms: number;
  readonly winner: string;
  readonly volume_usd: number;
}

/** Nothing is recorded of their prices. */
const MIDDLE = 500;

export function isFiveMinutes(first: string): boolean {
  return first.startsWith('{') && 'volume_usd' in (JSON.parse(first) as object);
}

/** Markets with their winner and volume, one a line: their volume is traded at the middle, a market after the other. */
export function fiveMinutesRecording(lines: readonly string[], name: string): Recording {
  const markets = lines.map((line, index) => {
    const said = JSON.parse(line) as Partial<Line>;
    if (said.slug === undefined || said.winner === undefined || said.start_ms === undefined)
      throw new Error(`${name}, line ${index + 1}: no market with its winner`);
    return { at: said.start_ms, title: said.slug, winner: said.winner, lots: Math.round((said.volume_usd ?? 0) * 100) };
  });
  return {
    name,
    isLinked: false,
    markets: markets.map(({ title, winner }) => ({ title, end: winner === 'Up' ? 'YES' : 'NO' })),
    steps: markets.flatMap(({ at, lots }, market) => {
      const level = (left: number, taken: boolean) =>
        ({ kind: 'level', market, side: 'ask', price: MIDDLE, lots: left, taken }) as const;
      return [
        { at, changes: [level(lots, false)] },
        { at: at + 1, changes: [level(0, true)] },
      ];
    }),
  };
}
