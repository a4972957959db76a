import type { Usdt } from '../money.ts';
import { usdt } from '../money.ts';
import { MINUTE_MS } from '../time.ts';

/** How long a text waits to be signed by the key of an address, ms. */
export const WALLET_PROOF_MS = 10 * MINUTE_MS;
/** Signs of the name of who holds an address for a person. */
export const LONGEST_HOLDER = 60;

/** Where other sums hold, from which on a person proves that a wallet is theirs. */
export const PROOF_REGIONS = ['eea', 'ch', 'gb', 'elsewhere'] as const;
export type ProofRegion = (typeof PROOF_REGIONS)[number];

/** What may be withdrawn in 24 hours to wallets that nobody proved, by region, 10^-6. */
export type ProofSums = Readonly<Record<ProofRegion, Usdt>>;

const EEA: ReadonlySet<string> = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK'.split(' '),
);

/** Of a country (ISO 3166-1 alpha-2). */
function regionOf(country: string): ProofRegion {
  if (EEA.has(country)) return 'eea';
  if (country === 'CH') return 'ch';
  return country === 'GB' ? 'gb' : 'elsewhere';
}

/** The sum that holds where a person lives; where nobody knows that, the least of all. */
export function unprovedSum(sums: ProofSums, country: string | null): Usdt {
  if (country !== null) return sums[regionOf(country)];
  const [first, ...others] = PROOF_REGIONS.map((region) => sums[region]);
  return others.reduce((least, sum) => (sum < least ? sum : least), first ?? usdt(0n));
}
