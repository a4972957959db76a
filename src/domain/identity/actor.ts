import type { Realm } from '../realm.ts';
import type { ApiGrant } from './api-key.ts';
import type { TradingEligibility } from './trading-eligibility.ts';

export type Role = 'USER' | 'DEMO' | 'SUPPORT' | 'COMPLIANCE' | 'CASHIER' | 'EDITOR' | 'RESOLVER' | 'ADMIN' | 'AUDITOR';

/** Who is calling, as http resolved it from the token. What a subject needs to know of a person arrives here. */
export interface Actor {
  readonly userId: string;
  readonly sessionId: string;
  readonly role: Role;
  readonly realm: Realm;
  /** What holds the person back in the real realm, at most 1 s old; absent for demo people, who are held back by nothing. */
  readonly eligibility?: TradingEligibility;
  /** Staff who sees the product as this person does, and may change nothing by it: their id. */
  readonly seenBy?: string;
  /** Of a phone that sends documents of the person without a session: the id of the hand-over, which is its `sessionId` too. */
  readonly handOver?: string;
  /** Of a program that came with an API key of the person; its `sessionId` is the key's id. */
  readonly grant?: ApiGrant;
}
