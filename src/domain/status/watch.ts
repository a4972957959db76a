/** What of the product is watched: pages and accounts, predictions and orders, prices, receipts. */
export const WATCHED_PARTS = ['site', 'trading', 'prices', 'proofs'] as const;
export type WatchedPart = (typeof WATCHED_PARTS)[number];

/** `down`: the part failed while others went on. `away`: nobody was there to look, so all of it was away. */
export const OUTAGE_CAUSES = ['down', 'away'] as const;
export type OutageCause = (typeof OUTAGE_CAUSES)[number];

/** How often the parts are looked at, ms. */
export const LOOK_MS = 15_000;
/** Two looks with a longer time between them have seen that nobody was there, ms. A restart is shorter. */
export const LONGEST_GAP_MS = 60_000;

/** What is known of a part between two looks. */
export interface PartView {
  /** When it was last seen at work, ms: an outage is counted from there. */
  readonly lastUp: number;
  /** How often in a row it was seen down. */
  readonly misses: number;
  /** Its outage has begun and goes on. */
  readonly isOut: boolean;
}

export type PartEvent =
  | { readonly kind: 'began'; readonly from: number; readonly to: number | null; readonly cause: OutageCause }
  | { readonly kind: 'ended'; readonly to: number };

/** A single miss is not believed: what is down is down at the next look too. */
const MISSES_TO_BE_OUT = 2;

/** Looks at a part at `now` (ms). `seen`: when all parts were last looked at, by whichever process. */
export function followPart(
  view: PartView,
  { up, now, seen }: { readonly up: boolean; readonly now: number; readonly seen: number },
): { readonly view: PartView; readonly event: PartEvent | null } {
  const next: PartView = up
    ? { lastUp: now, misses: 0, isOut: false }
    : { ...view, misses: view.misses + 1, isOut: view.isOut };
  if (view.isOut) return { view: next, event: up ? { kind: 'ended', to: now } : null };
  if (now - seen > LONGEST_GAP_MS)
    return {
      view: { ...next, isOut: !up },
      event: { kind: 'began', from: seen, to: up ? now : null, cause: 'away' },
    };
  if (up || next.misses < MISSES_TO_BE_OUT) return { view: next, event: null };
  return { view: { ...next, isOut: true }, event: { kind: 'began', from: view.lastUp, to: null, cause: 'down' } };
}
