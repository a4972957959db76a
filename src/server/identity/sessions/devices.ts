import { randomBytes } from 'node:crypto';
import type { PoolClient } from 'pg';
import { uuidv7 } from 'uuidv7';
import type { Queryable } from '#server/db/index.ts';
import type { Client } from '../contract-factors.ts';
import { sha256 } from '../hashing.ts';
import { findDevices, forgetDevices, hasDevice, touchDevice } from './store-devices.ts';

/** People whose marks one browser keeps; who signed in longest ago is forgotten first. */
const MOST_MARKS = 8;
const MARK = /^[\w-]{43}$/;

/** Marks in the cookie of a browser, one for each person who signed in with it, newest first. */
function marksOf(cookie: string | null): readonly string[] {
  const marks = (cookie ?? '').split('.').filter((mark) => MARK.test(mark));
  return [...new Set(marks)].slice(0, MOST_MARKS);
}

/** Does the browser show the mark that a session began with? */
export function showsMark(cookie: string, hash: Buffer | null): boolean {
  return hash !== null && marksOf(cookie).some((mark) => sha256(mark).equals(hash));
}

/** Hash of the mark that this browser was given after a sign-in of this very person; null: they never came with it. */
export async function knownMark(db: Queryable, cookie: string | null, userId: string): Promise<Buffer | null> {
  const devices = await findDevices(db, marksOf(cookie).map(sha256));
  return devices.find((device) => device.userId === userId && !device.forgotten)?.hash ?? null;
}

/** Makes every browser of a person unknown but this one: the mail about a new device goes out again for each. */
export async function forgetOthers(
  tx: PoolClient,
  { userId, client, now }: { readonly userId: string; readonly client: Client; readonly now: number },
): Promise<void> {
  await forgetDevices(tx, { userId, except: await knownMark(tx, client.deviceCookie, userId), now });
}

/**
 * Notes that a person came in with a browser. A browser that has no mark of theirs gets one, beside those of others: a mark that
 * was planted, or that another person had, is no proof of this one. `isNew`: they came with other browsers before, never with this one.
 */
export async function arrive(
  tx: PoolClient,
  { userId, client, now }: { readonly userId: string; readonly client: Client; readonly now: number },
): Promise<{ readonly hash: Buffer; readonly cookie: string; readonly isNew: boolean }> {
  const marks = marksOf(client.deviceCookie);
  const devices = await findDevices(tx, marks.map(sha256));
  const living = devices.filter(({ forgotten }) => !forgotten);
  const known = living.find((device) => device.userId === userId);
  const own = marks.find((mark) => known !== undefined && sha256(mark).equals(known.hash));
  const mark = own ?? randomBytes(32).toString('base64url');
  const browser = known?.browser ?? devices[0]?.browser ?? uuidv7();
  const isNew = known === undefined && (await hasDevice(tx, userId));
  const device = { userId, hash: sha256(mark), browser };
  await touchDevice(tx, { device, userAgent: client.userAgent, now });
  const given = marks.filter((one) => living.some(({ hash }) => hash.equals(sha256(one))));
  const cookie = [mark, ...given.filter((one) => one !== mark)].slice(0, MOST_MARKS).join('.');
  return { hash: device.hash, cookie, isNew };
}
