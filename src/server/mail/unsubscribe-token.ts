import { timingSafeEqual } from 'node:crypto';
import { isRowId } from '#protocol/codecs.ts';
import type { Sealer } from './contract.ts';

const SIGNATURE_BYTES = 24;

/** Names a person and nothing else; whoever has the mail may end the mails. */
export function makeUnsubscribeToken(userId: string, sealer: Pick<Sealer, 'blind'>): string {
  const signature = sealer.blind(`unsubscribe ${userId}`).subarray(0, SIGNATURE_BYTES);
  return `${Buffer.from(userId).toString('base64url')}.${signature.toString('base64url')}`;
}

/** The person of a token; null when it is not ours, to the letter. */
export function readUnsubscribeToken(token: string, sealer: Pick<Sealer, 'blind'>): string | null {
  const userId = Buffer.from(token.split('.')[0] ?? '', 'base64url').toString();
  if (!isRowId(userId)) return null;
  const given = Buffer.from(token);
  const right = Buffer.from(makeUnsubscribeToken(userId, sealer));
  return given.length === right.length && timingSafeEqual(given, right) ? userId : null;
}
