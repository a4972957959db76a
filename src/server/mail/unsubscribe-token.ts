import { timingSafeEqual } from 'node:crypto';
import type { Sealer } from './contract.ts';

const SIGNATURE_BYTES = 24;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function signatureOf(userId: string, sealer: Pick<Sealer, 'blind'>): Buffer {
  return sealer.blind(`unsubscribe ${userId}`).subarray(0, SIGNATURE_BYTES);
}

/** Names a person and nothing else; whoever has the mail may end the mails. */
export function makeUnsubscribeToken(userId: string, sealer: Pick<Sealer, 'blind'>): string {
  return `${Buffer.from(userId).toString('base64url')}.${signatureOf(userId, sealer).toString('base64url')}`;
}

/** The person of a token; null when it is not ours. */
export function readUnsubscribeToken(token: string, sealer: Pick<Sealer, 'blind'>): string | null {
  const [name = '', signature = '', ...more] = token.split('.');
  const userId = Buffer.from(name, 'base64url').toString();
  if (more.length > 0 || !UUID.test(userId)) return null;
  const given = Buffer.from(signature, 'base64url');
  const right = signatureOf(userId, sealer);
  return given.length === right.length && timingSafeEqual(given, right) ? userId : null;
}
