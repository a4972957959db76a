import type { WithdrawalTimesWire } from '../cashier/times.ts';
import type { PairsWire } from '../trading.ts';
import type { PublicConfig } from '../site.ts';

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
}
