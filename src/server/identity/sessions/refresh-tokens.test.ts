import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Vault } from '#server/vault/index.ts';
import { isGenuine, readClaim, refreshTokenOf } from './refresh-tokens.ts';

const blind = (key: string) => ({ blind: (text: string) => createHmac('sha256', key).update(text).digest() }) as Vault;
const vault = blind('key of this installation');
const session = { id: '01a1fa8e-da08-7372-9c63-05753897e71c', secret: Buffer.alloc(32, 7) };

describe('refresh tokens', () => {
  it('are read back, and are ours', () => {
    const claim = readClaim(refreshTokenOf(vault, session, 12));
    expect(claim).toMatchObject({ sessionId: session.id, no: 12 });
    expect(claim !== null && isGenuine(vault, session, claim)).toBe(true);
  });

  it('are the same for the same number, and another for every other number, session, secret and installation', () => {
    const others = [
      refreshTokenOf(vault, session, 13),
      refreshTokenOf(vault, { ...session, id: session.id.replace('01', '02') }, 12),
      refreshTokenOf(vault, { ...session, secret: Buffer.alloc(32, 8) }, 12),
      refreshTokenOf(blind('another key'), session, 12),
    ];
    const token = refreshTokenOf(vault, session, 12);
    expect(refreshTokenOf(vault, session, 12)).toBe(token);
    expect(new Set([token, ...others].map((text) => text.split('.')[2])).size).toBe(5);
  });

  it('with any part changed are not ours', () => {
    const claim = readClaim(refreshTokenOf(vault, session, 12));
    if (claim === null) throw new Error('unreadable');
    for (const change of [{ no: 11 }, { mac: 'A'.repeat(43) }, { sessionId: session.id.replace('01', '02') }]) {
      expect(isGenuine(vault, session, { ...claim, ...change })).toBe(false);
    }
    expect(isGenuine(vault, { ...session, secret: Buffer.alloc(32, 8) }, claim)).toBe(false);
  });

  it.each([
    null,
    '',
    'x',
    'a.b.c',
    `${session.id}.1.short`,
    `${session.id}.-1.${'A'.repeat(43)}`,
    `${session.id}.9999999999.${'A'.repeat(43)}`,
    `${session.id}.1.${'A'.repeat(43)}.more`,
    `${session.id.toUpperCase()}.1.${'A'.repeat(43)}`,
  ])('%j is none', (text) => {
    expect(readClaim(text)).toBeNull();
  });
});
