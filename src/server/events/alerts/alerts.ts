import type { Pool } from 'pg';
import { uuidv7 } from 'uuidv7';
import { ALERT_BOUNDS } from '#domain/events/alerts.ts';
import { ok, refused, type Outcome } from '#domain/outcome.ts';
import { isRowId, toIso } from '#protocol/codecs.ts';
import type { AlertBody, AlertWire } from '#protocol/events/alerts.ts';
import type { ALERTS } from '#protocol/tables/content/alerts.ts';
import type { Clock } from '#server/clock.ts';
import { transaction } from '#server/db/index.ts';
import { answer } from '#server/routing/answer.ts';
import { signedIn, type Handlers, type Reply } from '#server/routing/call.ts';
import type { LiveSettings } from '#server/settings/index.ts';
import {
  alertsOf,
  changeAlert,
  countWaiting,
  deleteAlert,
  findAlert,
  insertAlert,
  lockAlerts,
  sameAlert,
  stateOfMarket,
  type AlertRow,
  type NewAlert,
} from './store-alerts.ts';

export interface AlertParts {
  readonly db: Pool;
  readonly clock: Pick<Clock, 'now'>;
  readonly settings: Pick<LiveSettings, 'number'>;
}

const NONE = { code: 'NotFound' } as const;
const ABSENT: Reply = { refusal: NONE };

export function alertRoutes(parts: AlertParts): Handlers<typeof ALERTS> {
  const { db, clock, settings } = parts;
  return {
    list: async (call) => {
      const items = (await alertsOf(db, signedIn(call).userId)).map(wireOf);
      return { status: 200, json: { items, most: settings.number('alerts.most') } };
    },
    set: async (call) => {
      const made = await setAlert(parts, call.body, signedIn(call).userId);
      return made.ok ? { status: 201, json: made.value } : { refusal: made.refusal };
    },
    change: async (call) =>
      answer(await change(parts, { id: call.params.id, ...call.body, ...signedIn(call) }, clock.now())),
    remove: async (call) => {
      const { id } = call.params;
      const gone = isRowId(id) && (await deleteAlert(db, { id, userId: signedIn(call).userId }));
      return gone ? { status: 200, json: { removed: true } } : ABSENT;
    },
  };
}

async function setAlert(
  { db, clock, settings }: AlertParts,
  body: AlertBody,
  userId: string,
): Promise<Outcome<AlertWire>> {
  const alert: NewAlert = {
    id: uuidv7(),
    userId,
    kind: body.kind,
    market: 'market' in body ? body.market : null,
    value: 'value' in body ? body.value : null,
    category: body.kind === 'new' ? (body.category ?? null) : null,
    tag: body.kind === 'new' && body.category === undefined ? (body.tag?.toLowerCase() ?? null) : null,
    now: clock.now(),
  };
  if (body.kind === 'new' && alert.category === null && alert.tag === null)
    return refused({ code: 'InvalidRequest', fields: { category: 'missing' } });
  return transaction(db, async (tx) => {
    if (alert.market !== null) {
      const state = await stateOfMarket(tx, alert.market);
      if (state === null) return refused(NONE);
      if (state !== 'OPEN' && state !== 'PAUSED') return refused({ code: 'MarketClosed', nextOpen: null });
    }
    await lockAlerts(tx, userId);
    const known = await sameAlert(tx, alert);
    if (known === null && (await countWaiting(tx, userId)) >= settings.number('alerts.most'))
      return refused({ code: 'AlertLimit' });
    if (known === null) await insertAlert(tx, alert);
    const row = await findAlert(tx, { id: known ?? alert.id, userId });
    return row === null ? refused(NONE) : ok(wireOf(row));
  });
}

async function change(
  { db }: AlertParts,
  asked: { readonly id: string; readonly userId: string; readonly value: number },
  now: number,
): Promise<Outcome<AlertWire>> {
  const { id, userId, value } = asked;
  const before = isRowId(id) ? await findAlert(db, { id, userId }) : null;
  if (before === null || before.kind === 'new' || before.kind === 'clarified') return refused(NONE);
  const { least, most } = ALERT_BOUNDS[before.kind];
  if (value < least || value > most)
    return refused({ code: 'InvalidRequest', fields: { value: value < least ? 'too_small' : 'too_large' } });
  if (!(await changeAlert(db, { id, userId, value, now }))) return refused(NONE);
  const row = await findAlert(db, { id, userId });
  return row === null ? refused(NONE) : ok(wireOf(row));
}

function wireOf({ madeAt, firedAt, ...row }: AlertRow): AlertWire {
  return { ...row, madeAt: toIso(madeAt), firedAt: firedAt === null ? null : toIso(firedAt) };
}
