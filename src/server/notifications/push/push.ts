import { ok, refused } from '#domain/outcome.ts';
import { isRowId, toIso } from '#protocol/codecs.ts';
import { MOST_PUSH_DEVICES } from '#protocol/notification-kinds.ts';
import { transaction } from '#server/db/index.ts';
import { enqueueWith, workOn } from '#server/jobs/index.ts';
import { isPublicUrl } from '#server/net/index.ts';
import type { Pushes, PushParts } from './contract.ts';
import { isPublicKey, type Subscription } from './encrypt.ts';
import { keyOf, SEND_PUSH } from './job.ts';
import { loadPushKeys } from './keys.ts';
import { createSender } from './send.ts';
import { devicesOf, dropEnded, dropOfSession, listDevices, removeDevice, saveDevice } from './store.ts';

/** Pushes as subjects use them: who is told, and the job that tells one browser. */
export function createPushes(parts: PushParts): Pushes {
  const { config, db, bus, clock, log, vault } = parts;
  const keys = loadPushKeys(config);
  const trusted = new Set(config.push.trusted);
  bus.subscribe('identity.session-ended', ({ sessionId }) => {
    if (!isRowId(sessionId)) return;
    // Nobody is told by a session that has ended; the row goes at the latest with the next clearing.
    dropOfSession(db, sessionId).catch((error: unknown) => log.warn({ err: error }, 'a browser was not forgotten yet'));
  });
  const answerTo: Pushes['devices'] = async ({ userId, sessionId: own }) => ({
    key: keys.open,
    devices: (await listDevices(db, { userId, now: clock.now() })).map(({ id, userAgent, addedAt, sessionId }) => ({
      id,
      userAgent,
      at: toIso(addedAt.getTime()),
      isHere: sessionId === own,
    })),
  });
  return {
    devices: answerTo,
    add: async (actor, device) => {
      const fault = faultOf(device, trusted);
      if (fault !== null) return refused({ code: 'InvalidRequest', fields: { [fault]: 'malformed' } });
      const { userId, sessionId } = actor;
      await transaction(db, async (tx) => {
        const sealed = await vault.seal(tx, userId, JSON.stringify(device));
        const now = new Date(clock.now());
        const blind = vault.blind(device.endpoint);
        const row = { userId, sessionId, blind, sealed, keyId: keys.id, addedAt: now, most: MOST_PUSH_DEVICES };
        await saveDevice(tx, row);
      });
      return ok(await answerTo(actor));
    },
    remove: async (actor, id) => {
      if (!isRowId(id) || !(await removeDevice(db, { id, userId: actor.userId }))) return refused({ code: 'NotFound' });
      return ok(await answerTo(actor));
    },
    tell: async (tx, drafts) => {
      if (drafts.length === 0) return;
      const devices = await devicesOf(tx, [...new Set(drafts.map(({ userId }) => userId))]);
      for (const { userId, kind, at } of drafts)
        for (const device of devices.get(userId) ?? [])
          await enqueueWith(tx, SEND_PUSH, { payload: { device, kind, at }, key: keyOf(device, kind) });
    },
    job: workOn(SEND_PUSH, () => createSender({ ...parts, keys })),
    forgetOld: () => dropEnded(db, clock.now()),
  };
}

function faultOf({ endpoint, p256dh }: Subscription, trusted: ReadonlySet<string>): 'endpoint' | 'p256dh' | null {
  if (!URL.canParse(endpoint)) return 'endpoint';
  if (!trusted.has(new URL(endpoint).origin) && !isPublicUrl(endpoint)) return 'endpoint';
  return isPublicKey(p256dh) ? null : 'p256dh';
}
