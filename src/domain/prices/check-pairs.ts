import { PAIR_GROUPS, type Pair } from './pair.ts';
import { priceFromText } from './price-text.ts';

/** What is wrong with a pair table, a sentence each; empty when it can be traded. */
export function checkPairs(pairs: readonly Pair[]): readonly string[] {
  return [...pairs.flatMap(checkPair), ...checkUnique(pairs), ...checkGroups(pairs)];
}

function checkPair(pair: Pair): readonly string[] {
  const wrong: string[] = [];
  const say = (text: string) => wrong.push(`Pair ${pair.id}: ${text}.`);
  if (!Number.isInteger(pair.no) || pair.no < 1 || pair.no >= 2 ** 30) say('the number must be from 1 to 2^30');
  if (pair.id !== `${pair.base}-${pair.quote}` || !/^[A-Z0-9]+-[A-Z0-9]+$/.test(pair.id))
    say('the id is not BASE-QUOTE');
  if (!Number.isInteger(pair.scale) || pair.scale < 0 || pair.scale > 8)
    say('the precision must be from 0 to 8 digits');
  if (pair.recordedNames.length === 0) say('no recorded name');
  if (Object.keys(pair.sources).length === 0) say('no source');
  if (pair.durations.length === 0 || pair.durations.some((seconds, i) => seconds <= (pair.durations[i - 1] ?? 0)))
    say('durations must ascend');
  if (pair.basePayoutBps < 7_000 || pair.basePayoutBps > 9_500) say('the base payout lies outside the published band');
  if (pair.minStake <= 0n || pair.maxStake < pair.minStake || pair.maxStakeDemo < pair.minStake)
    say('stake limits cross');
  if (pair.bucketCap <= 0n || pair.pairCap < pair.bucketCap) say('exposure caps cross');
  if ((priceFromText(pair.simulated.start, pair.scale) ?? 0) <= 0) say('the simulated start is no price');
  if (!(pair.simulated.volatility > 0 && pair.simulated.volatility < 5))
    say('the simulated volatility is not in (0, 5)');
  return wrong;
}

function checkUnique(pairs: readonly Pair[]): readonly string[] {
  const wrong: string[] = [];
  const seen = new Map<string, string>();
  for (const pair of pairs) {
    for (const key of [
      `number ${pair.no}`,
      `id ${pair.id}`,
      ...pair.recordedNames.map((name) => `recorded name ${name}`),
    ]) {
      const other = seen.get(key);
      if (other !== undefined) wrong.push(`Pairs ${other} and ${pair.id} share the ${key}.`);
      seen.set(key, pair.id);
    }
  }
  return wrong;
}

function checkGroups(pairs: readonly Pair[]): readonly string[] {
  return PAIR_GROUPS.filter((group) => !pairs.some((pair) => pair.group === group)).map(
    (group) => `No pair in group ${group}.`,
  );
}
