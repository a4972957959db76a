import type { Queryable } from '#server/db/index.ts';
import type { Subject } from '#server/subject.ts';
import { running } from '#server/upkeep/upkeep.ts';
import { depositRoutes } from './routes.ts';
import { findingDecidedAct, type FindingParts } from './findings/decide.ts';
import { findingsSeat, type FindingSeatParts } from './findings/desk.ts';
import { Deposits } from './deposits.ts';
import type { DepositParts } from './parts.ts';
import { rateOf, type RateParts } from './rates.ts';
import { depositSources } from './sources.ts';
import { depositedAt, ownersOf } from './store-addresses.ts';
import { leaveSweep, takeForSweep, unsweptOutputs } from './store-unswept.ts';
import { creditedWithin } from './store-limits.ts';
import { DEPOSITS_PERSONAL_DATA } from './store-personal-data.ts';
import { DepositWatch } from './watch.ts';

const UNSWEPT = { find: unsweptOutputs, take: takeForSweep, leave: leaveSweep };

interface Made {
  readonly deposits: Deposits;
  /** What was credited at each address, for who brings it into the wallet. */
  readonly deposited: typeof depositedAt;
  /** The same of the Bitcoin family, output by output. */
  readonly unswept: typeof UNSWEPT;
}

export const DEPOSITS_SUBJECT = {
  offers: (parts: RateParts & Pick<DepositParts, 'networks'>) => ({
    /** What a coin is worth now, by the last tick of its pair; null: nothing that may be counted by. */
    coinRate: (pair: string) => rateOf(parts, pair),
    /** Where deposits came from, by their ids. */
    depositSources: (db: Queryable, ids: readonly string[]) => depositSources(parts.networks, db, ids),
    /** What was credited to a person of deposits from chains within the windows of their limits. */
    chainDepositedWithin: creditedWithin,
    /** Does anybody here take deposits at this address, in any spelling? */
    isDepositAddress: async (db: Queryable, address: string) => (await ownersOf(db, [address.toLowerCase()])).size > 0,
  }),
  create: (parts: DepositParts): Made => ({ deposits: new Deposits(parts), deposited: depositedAt, unswept: UNSWEPT }),
  routes: ({ deposits }: Made) => ({ deposits: depositRoutes(deposits) }),
  upkeep: (parts: DepositParts) => [running('deposits', new DepositWatch(parts))],
  twoPeople: (parts: FindingParts) => [findingDecidedAct(parts)],
  office: (parts: FindingSeatParts) => findingsSeat(parts),
  personalData: DEPOSITS_PERSONAL_DATA,
} satisfies Subject;
