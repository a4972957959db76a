import type { WithdrawalTimesWire } from '../cashier/times.ts';
import type { CallAnswer, CallInput } from '../call.ts';
import type { PairsWire } from '../trading.ts';
import type { PublicConfig } from '../site.ts';

/** Calls that everybody may make and that a page is drawn by. */
export const PAGE_CALLS = [
  'events.list',
  'events.one',
  'events.rulings',
  'calibration.read',
  'comments.list',
  'help.popular',
  'blog.list',
  'blog.one',
  'news.list',
  'status.read',
  'status.announcements',
  'liabilities.list',
] as const;
export type PageCall = (typeof PAGE_CALLS)[number];

/** For whom a page reads: nobody in particular. */
export interface PageReader {
  readonly realm: 'real' | 'demo';
  /** Route code of the language. */
  readonly locale: string;
}

/** What the server hands to a page it renders (the load context of the React Router handler). */
export interface PageContext {
  readonly config: PublicConfig;
  /** For inline `<script nonce>` and `<style nonce>` of this answer only. */
  readonly nonce: string;
  /** The request's `Accept-Language` header, or an empty text. */
  readonly acceptLanguage: string;
  /** How long withdrawals take; null: not known yet. */
  readonly withdrawals: WithdrawalTimesWire | null;
  /** Pairs with prices as GET /trade/pairs shows them to a visitor. Rejects while the engine is not up. */
  board(): Promise<PairsWire>;
  /** What a call answers to a visitor of a realm; null: it is refused. Rejects where it cannot be answered now. */
  readonly read: <N extends PageCall>(name: N, as: PageReader, input: CallInput<N>) => Promise<CallAnswer<N> | null>;
}
