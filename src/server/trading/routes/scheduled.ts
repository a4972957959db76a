import { randomUUID } from 'node:crypto';
import type { Pair } from '#domain/prices/pair.ts';
import { payoutToBps, readDecimal, toMsOrNull } from '#protocol/codecs.ts';
import type { FieldFault } from '#domain/refusals.ts';
import type { SCHEDULED } from '#protocol/tables/scheduled.ts';
import { askEngine, COMMAND_PATIENCE_MS } from '#server/engine-client/index.ts';
import { signedIn, type Call, type Handlers, type Reply } from '#server/routing/call.ts';
import { answerKept } from '#server/routing/answer.ts';
import { SCHEDULED_COLUMNS } from './columns.ts';
import { csvReply } from '#server/routing/export.ts';
import type { TradingParts } from './parts.ts';

const PAGE = 50;
const MONEY_DIGITS = 6;

export function scheduledRoutes(
  parts: Pick<TradingParts, 'apiKeys' | 'pairCache' | 'bus' | 'scheduled'>,
): Handlers<typeof SCHEDULED> {
  const { bus, scheduled } = parts;
  return {
    place: (call) => place(parts, call),
    list: async (call) => {
      const { userId, realm } = signedIn(call);
      const { status = null, from = null, to = null, search = null, cursor = null, limit = PAGE } = call.query;
      const filter = { userId, realm, status, from, to, search, cursor, limit };
      if (!call.wantsCsv) return { status: 200, json: await scheduled.list(filter) };
      const list = { name: 'scheduled', columns: SCHEDULED_COLUMNS, query: call.query };
      return csvReply(list, (page) => scheduled.list({ ...filter, ...page }));
    },
    cancel: async (call) => {
      const actor = signedIn(call);
      const { id } = call.params;
      const asked = { actor, which: { entryId: id }, idempotency: call.idempotency };
      const reply = await askEngine(bus.request('trading.unschedule', asked), COMMAND_PATIENCE_MS);
      if (reply.ok || reply.refusal.code !== 'NotFound') return answerKept(200, reply);
      // The engine knows what waits; an own one that it does not know has ended.
      const own = await scheduled.one({ userId: actor.userId, realm: actor.realm, id });
      return own === null ? { refusal: reply.refusal } : { status: 200, json: own };
    },
  };
}

async function place(
  { apiKeys, pairCache, bus }: Pick<TradingParts, 'apiKeys' | 'pairCache' | 'bus'>,
  call: Call<typeof SCHEDULED.place>,
): Promise<Reply> {
  const { pair: pairId, direction, durationSec, at, price } = call.body;
  const stake = readDecimal(call.body.stake, MONEY_DIGITS);
  const payoutBps = payoutToBps(call.body.payout ?? 0);
  const minPayoutBps = payoutToBps(call.body.minPayout);
  if (typeof stake === 'string' || payoutBps === null || minPayoutBps === null) {
    const faults = { stake, payout: payoutBps ?? 'decimals', minPayout: minPayoutBps ?? 'decimals' };
    return wrong(Object.entries(faults).flatMap(([field, read]) => (typeof read === 'string' ? [[field, read]] : [])));
  }
  if (at === undefined && price === undefined) return wrong([['at', 'missing']]);
  if (at !== undefined && price !== undefined) return wrong([['price', 'unknown']]);
  const found = await pairCache.find(pairId);
  if (found === null) return { refusal: { code: 'NotFound' } };
  const when = at === undefined ? priceOf(price ?? '', found.pair) : { at: Date.parse(at) };
  if (typeof when === 'string') return wrong([['price', when]]);
  const actor = signedIn(call);
  const { idempotency } = call;
  const validUntil = toMsOrNull(call.body.validUntil);
  const wish = { actor, pair: pairId, direction, stake, durationSec, payoutBps, minPayoutBps, when };
  const entry = { ...wish, validUntil, idempotency };
  const request = `scheduled ${idempotency?.key ?? randomUUID()}`;
  const bodyHash = idempotency?.bodyHash ?? '';
  const reply = await apiKeys.withinCap(actor, { kind: 'prediction', request, bodyHash, worst: stake }, () =>
    askEngine(bus.request('trading.schedule', entry), COMMAND_PATIENCE_MS),
  );
  return answerKept(201, reply);
}

function wrong(fields: readonly (readonly string[])[]): Reply {
  return { refusal: { code: 'InvalidRequest', fields: Object.fromEntries(fields) } };
}

/** As an integer of 10^-scale; else what is wrong with it. */
function priceOf(text: string | number, { scale }: Pick<Pair, 'scale'>): { readonly price: number } | FieldFault {
  const digits = Math.min(scale, MONEY_DIGITS);
  const micro = readDecimal(text, digits);
  if (typeof micro === 'string') return micro;
  if (micro <= 0n) return 'too_small';
  const units = micro / 10n ** BigInt(MONEY_DIGITS - digits);
  return units > BigInt(Number.MAX_SAFE_INTEGER) ? 'too_large' : { price: Number(units) };
}
