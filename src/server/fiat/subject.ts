import type { DepositLimits } from '#domain/deposits/rules.ts';
import { add, type Usdt } from '#domain/money.ts';
import { SECOND_MS } from '#domain/time.ts';
import type { Queryable } from '#server/db/index.ts';
import type { OfficeSeat } from '#server/desk/index.ts';
import type { Subject } from '#server/subject.ts';
import type { FiatParts } from './parts.ts';
import { FIAT_PERSONAL_DATA } from './personal-data.ts';
import { orderDecidedAct, type DecideParts } from './review/decide.ts';
import { providerSettledAct } from './review/settled.ts';
import { ordersSeat, type OrdersSeatParts } from './review/desk.ts';
import { fiatRoutes } from './routes.ts';
import { createTill, type Till } from './simulator/till.ts';
import { FIAT_PROVIDERS } from './providers/list.ts';
import { orderedWithin } from './store-due.ts';
import { failedDeposits } from './store-failed.ts';
import { fiatDeliveries, lookAtOrders } from './watch.ts';

interface Made {
  /** The simulator's side, for its own page. */
  readonly till: Till;
}

type Within = (db: Queryable, userId: string, now: number) => Promise<DepositLimits<Usdt>>;
const sum = (a: DepositLimits<Usdt>, b: DepositLimits<Usdt>): DepositLimits<Usdt> => ({
  day: add(a.day, b.day),
  week: add(a.week, b.week),
  month: add(a.month, b.month),
});

export const FIAT_SUBJECT = {
  offers: (parts: { readonly chainDepositedWithin: Within }) => ({
    /** What was deposited by a person within the windows of their limits, in every way there is. */
    depositedWithin: (async (db, userId, now) =>
      sum(
        await parts.chainDepositedWithin(db, userId, now),
        await orderedWithin(db, userId, now),
      )) satisfies Within as Within,
    failedDeposits,
  }),
  create: (parts: FiatParts): Made => ({ till: createTill(parts) }),
  routes: (parts: FiatParts & Made) => ({ fiat: fiatRoutes(parts) }),
  upkeep: (parts: FiatParts) => [{ name: 'fiat orders', everyMs: 15 * SECOND_MS, work: () => lookAtOrders(parts) }],
  providers: FIAT_PROVIDERS,
  deliveries: (parts: FiatParts) => [fiatDeliveries(parts)],
  twoPeople: (parts: DecideParts) => [orderDecidedAct(parts), providerSettledAct(parts)],
  office: (parts: OrdersSeatParts): OfficeSeat => ordersSeat(parts),
  personalData: FIAT_PERSONAL_DATA,
} satisfies Subject;
