import { randomUUID } from 'node:crypto';
import type { Pair } from '#domain/prices/pair.ts';
import { parseMoney, payoutToBps } from '#protocol/codecs.ts';
import type { SCHEDULED } from '#protocol/tables/scheduled.ts';
import { askEngine, COMMAND_PATIENCE_MS } from '#server/content/index.ts';
import { signedIn, type Call, type Handlers, type Reply } from '../call.ts';
import { commandReply } from '../command-reply.ts';
import { SCHEDULED_COLUMNS } from '../csv.ts';
import { csvReply } from '../export.ts';
import type { RouteParts } from '../parts.ts';

const PAGE = 50;
const MONEY_DIGITS = 6;

export function scheduledHandlers(
  parts: Pick<RouteParts, 'apiKeys' | 'board' | 'bus' | 'scheduled'>,
): Handlers<typeof SCHEDULED> {
  const { bus, scheduled } = parts;
  return {
    place: (call) => place(parts, call),
    list: async (call) => {
      const { userId, realm } = signedIn(call);
      const { status = null, from = null, to = null, search = null, cursor = null, limit = PAGE } = call.query;
      const filter = { userId, realm, status, from, to, search, cursor, limit };
      if (!call.wantsCsv) return { status: 200, json: await scheduled.list(filter) };
      const list = { name: 'scheduled', columns: SCHEDULED_COLUMNS, cursor };
      return csvReply(list, (page) => scheduled.list({ ...filter, ...page }));
    },
    cancel: async (call) => {
      const actor = signedIn(call);
      const { id } = call.params;
      const asked = { actor, which: { entryId: id }, idempotency: call.idempotency };
      const reply = await askEngine(bus.request('trading.unschedule', asked), COMMAND_PATIENCE_MS);
      if (reply.ok || reply.refusal.code !== 'NotFound') return commandReply(200, reply);
      // The engine knows what waits; an own one that it does not know has ended.
      const own = await scheduled.one({ userId: actor.userId, realm: actor.realm, id });
      return own === null ? { refusal: reply.refusal } : { status: 200, json: own };
    },
  };
}

async function place(
  { apiKeys, board, bus }: Pick<RouteParts, 'apiKeys' | 'board' | 'bus'>,
  call: Call<typeof SCHEDULED.place>,
): Promise<Reply> {
  const { pair: pairId, direction, durationSec, at, price } = call.body;
  const stake = parseMoney(call.body.stake, MONEY_DIGITS);
  const payoutBps = payoutToBps(call.body.payout ?? 0);
  const minPayoutBps = payoutToBps(call.body.minPayout);
  if (stake === null || payoutBps === null || minPayoutBps === null) {
    const malformed = { stake, payout: payoutBps, minPayout: minPayoutBps };
    return wrong(Object.entries(malformed).flatMap(([field, read]) => (read === null ? [[field, 'malformed']] : [])));
  }
  if (at === undefined && price === undefined) return wrong([['at', 'missing']]);
  if (at !== undefined && price !== undefined) return wrong([['price', 'unknown']]);
  const found = await board.find(pairId);
  if (found === null) return { refusal: { code: 'NotFound' } };
  const when = at === undefined ? priceOf(price ?? '', found.pair) : { at: Date.parse(at) };
  if (when === null) return wrong([['price', 'malformed']]);
  const actor = signedIn(call);
  const { idempotency } = call;
  const entry = { actor, pair: pairId, direction, stake, durationSec, payoutBps, minPayoutBps, when, idempotency };
  const request = `scheduled ${idempotency?.key ?? randomUUID()}`;
  const bodyHash = idempotency?.bodyHash ?? '';
  const reply = await apiKeys.withinCap(actor, { kind: 'prediction', request, bodyHash, worst: stake }, () =>
    askEngine(bus.request('trading.schedule', entry), COMMAND_PATIENCE_MS),
  );
  return commandReply(201, reply);
}

function wrong(fields: readonly (readonly string[])[]): Reply {
  return { refusal: { code: 'InvalidRequest', fields: Object.fromEntries(fields) } };
}

/** As an integer of 10^-scale; null where it is none, or has more decimals than its pair. */
function priceOf(text: string | number, { scale }: Pick<Pair, 'scale'>): { readonly price: number } | null {
  const digits = Math.min(scale, MONEY_DIGITS);
  const micro = parseMoney(text, digits);
  if (micro === null || micro <= 0n) return null;
  const units = micro / 10n ** BigInt(MONEY_DIGITS - digits);
  return units > BigInt(Number.MAX_SAFE_INTEGER) ? null : { price: Number(units) };
}
