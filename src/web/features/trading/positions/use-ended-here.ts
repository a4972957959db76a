import { useState } from 'react';
import type { PredictionWire } from '#protocol/trading.ts';

const NONE: ReadonlySet<string> = new Set();

/** Those that were seen open here and have ended since. */
export function useEndedHere(
  open: readonly PredictionWire[],
  closed: readonly PredictionWire[],
): readonly PredictionWire[] {
  const [seen, setSeen] = useState(NONE);
  const fresh = open.filter(({ id }) => !seen.has(id));
  if (fresh.length > 0) setSeen(new Set([...seen, ...fresh.map(({ id }) => id)]));
  return closed.filter(({ id }) => seen.has(id));
}
