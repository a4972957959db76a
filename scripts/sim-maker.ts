/** Profit and loss of the house maker of rounds against three kinds of takers: `npm run sim:maker -- [seed] [rounds]`. */
import { playMaker } from '#tests/model/maker-world.ts';
import type { MakerResult, TakerKind } from '#tests/model/maker-world.ts';

const KINDS: readonly TakerKind[] = [
  { kind: 'random' },
  { kind: 'informed' },
  { kind: 'foresighted', earlyMs: 50 },
  { kind: 'foresighted', earlyMs: 200 },
  { kind: 'foresighted', earlyMs: 500 },
];

const nameOf = (taker: TakerKind): string =>
  taker.kind === 'foresighted' ? `${taker.kind} ${taker.earlyMs} ms` : taker.kind;
const meanOf = ({ mean, error }: MakerResult['maker']): string => `${mean.toFixed(2)} ± ${error.toFixed(2)}`;

function row(cells: readonly string[]): string {
  return cells.map((cell, index) => (index === 0 ? cell.padEnd(20) : cell.padStart(18))).join('');
}

const [seed = 1, rounds = 400] = process.argv.slice(2).map(Number);
if (!Number.isSafeInteger(seed) || !Number.isSafeInteger(rounds) || rounds < 2) {
  console.error('Usage: npm run sim:maker -- [seed] [rounds, from 2]');
  process.exitCode = 2;
} else {
  console.log(`House maker, rounds of 5 minutes, seed ${seed}, ${rounds} rounds each; USDT a round ± standard error`);
  console.log(
    row(['takers', 'maker', 'takers after fees', 'fees', 'worst of maker', 'shares a round', 'fills a round']),
  );
  for (const taker of KINDS) {
    const result = playMaker(taker, { seed, rounds });
    const { maker, taker: won, fees, worst, shares, fills } = result;
    const figures = [meanOf(maker), meanOf(won), meanOf(fees), worst.toFixed(2), (shares / rounds).toFixed(0)];
    console.log(row([nameOf(taker), ...figures, (fills / rounds).toFixed(1)]));
  }
}
