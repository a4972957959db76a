import { createHash, randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { uuidv7 } from 'uuidv7';
import type { Actor } from '#domain/identity/actor.ts';
import { ok, refused, type Outcome } from '#domain/outcome.ts';
import { HAND_OVER_LINK_MS, HAND_OVER_OPEN_MS } from '#domain/verification/hand-over.ts';
import { toIso } from '#protocol/codecs.ts';
import type { HandOverWire, OpenedWire, PhoneWire } from '#protocol/verification/hand-over.ts';
import type { Audit } from '#server/audit/index.ts';
import type { Clock } from '#server/clock.ts';
import { transaction, type Queryable } from '#server/db/index.ts';
import { findByGrant, findNewest, insertHandOver, lockByLink, saveOpened } from './store-hand-overs.ts';

export interface HandOverParts {
  readonly db: Pool;
  readonly clock: Pick<Clock, 'now'>;
  readonly audit: Pick<Audit, 'write'>;
}

/** A person sends their documents from their phone, without a session there. */
export interface HandOvers {
  /** A link for the phone, for 10 min and once. One that was made before opens nothing more. */
  make(userId: string): Promise<HandOverWire>;
  /** Opens a link. What it answers sends documents for 30 min, and is good for nothing else. */
  open(link: string): Promise<Outcome<OpenedWire>>;
  /** Whom a phone acts for; null: it may no more. */
  actorOf(grant: string): Promise<Actor | null>;
}

const SECRET_BYTES = 32;
const digestOf = (secret: string) => createHash('sha256').update(secret).digest();
const newSecret = () => randomBytes(SECRET_BYTES).toString('base64url');

export function createHandOvers({ db, clock, audit }: HandOverParts): HandOvers {
  const write = (tx: Queryable, userId: string, action: string) =>
    audit.write(tx, { actorId: userId, role: 'USER', action, objectType: 'user', objectId: userId, subjectId: userId });
  return {
    make: async (userId) => {
      const now = clock.now();
      const [link, until] = [newSecret(), now + HAND_OVER_LINK_MS];
      await transaction(db, async (tx) => {
        await insertHandOver(tx, { id: uuidv7(), userId, link: digestOf(link), now, until });
        await write(tx, userId, 'documents.handed_over');
      });
      return { link, until: toIso(until) };
    },
    open: async (link) => {
      const now = clock.now();
      return transaction(db, async (tx): Promise<Outcome<OpenedWire>> => {
        const found = await lockByLink(tx, digestOf(link));
        if (found === null) return refused({ code: 'IncorrectToken' });
        if (found.grantUntil !== null) return refused({ code: 'LinkUsed' });
        if (found.isEnded || now >= found.linkUntil) return refused({ code: 'LinkExpired' });
        const [grant, until] = [`ho_${newSecret()}`, now + HAND_OVER_OPEN_MS];
        await saveOpened(tx, { id: found.id, grant: digestOf(grant), now, until });
        await write(tx, found.userId, 'documents.hand_over_opened');
        return ok({ grant, until: toIso(until) });
      });
    },
    actorOf: async (grant) => {
      const found = await findByGrant(db, digestOf(grant), clock.now());
      if (found === null) return null;
      const { id, userId } = found;
      return { userId, sessionId: id, role: 'USER', realm: 'real', handOver: id };
    },
  };
}

/** How the newest hand-over of a person stands; null: there is none that counts. */
export async function phoneOf(db: Queryable, userId: string, now: number): Promise<PhoneWire | null> {
  const newest = await findNewest(db, userId);
  if (newest === null || newest.isEnded) return null;
  const until = newest.grantUntil ?? newest.linkUntil;
  return now < until ? { isOpen: newest.grantUntil !== null, until: toIso(until) } : null;
}
