import type { Accounts } from '../contract-factors.ts';
import type { Core } from '../core.ts';
import type { Tickets } from './tickets.ts';

/** What the parts of the desk share. */
export interface DeskParts extends Core {
  readonly accounts: Accounts;
  readonly tickets: Tickets;
}
