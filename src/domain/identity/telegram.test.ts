import { createHash, createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { checkTelegram, telegramCheckText } from './telegram.ts';

const TOKEN = '1234567890:AAtest-token-of-a-bot';
const NOW = 1_800_000_000_000;
const SINCE = NOW - 300_000;

/** As Telegram does it, written apart: HMAC-SHA-256 under the SHA-256 of the token over sorted lines. */
function sign(text: string, token = TOKEN): string {
  return createHmac('sha256', createHash('sha256').update(token).digest()).update(text).digest('hex');
}

function login(at: number, more: Record<string, string> = {}) {
  const fields = { id: '42', first_name: 'Ada', username: 'ada', auth_date: String(Math.floor(at / 1_000)), ...more };
  const text = Object.keys(fields)
    .sort()
    .map((name) => `${name}=${(fields as Record<string, string>)[name]}`)
    .join('\n');
  return { fields, hash: sign(text) };
}

const check = (given: { fields: Record<string, string>; hash: string }, token = TOKEN) =>
  checkTelegram(given, { sign: (text) => sign(text, token), since: SINCE, now: NOW });

describe('a login of Telegram', () => {
  it('signs its fields in the order of their names', () => {
    expect(telegramCheckText({ username: 'ada', auth_date: '5', id: '42' })).toBe('auth_date=5\nid=42\nusername=ada');
  });

  it.each([
    { when: 'now', at: NOW, right: true },
    { when: 'as its flow began', at: SINCE, right: true },
    { when: 'by a clock a minute behind ours', at: SINCE - 60_000, right: true },
    { when: 'before its flow began', at: SINCE - 61_000, right: false },
    { when: 'within a minute in the future', at: NOW + 60_000, right: true },
    { when: 'further in the future', at: NOW + 61_000, right: false },
  ])('made $when: $right', ({ at, right }) => {
    expect(check(login(at))).toBe(right);
  });

  it('is believed in no part that was changed, added or left out', () => {
    const good = login(NOW);
    for (const name of Object.keys(good.fields)) {
      expect(check({ ...good, fields: { ...good.fields, [name]: `${good.fields.id}1` } }), name).toBe(false);
      const { [name]: _, ...rest } = good.fields as Record<string, string>;
      expect(check({ ...good, fields: rest }), name).toBe(false);
    }
    expect(check({ ...good, fields: { ...good.fields, last_name: 'L' } })).toBe(false);
    expect(check(good, `${TOKEN}x`)).toBe(false);
  });

  it('wants the whole hash', () => {
    const good = login(NOW);
    expect(check({ ...good, hash: good.hash.toUpperCase() })).toBe(true);
    for (const hash of ['', good.hash.slice(1), good.hash.slice(0, -1), `${good.hash}0`, '0'.repeat(64)]) {
      expect(check({ ...good, hash })).toBe(false);
    }
  });

  it('wants a date that is a number', () => {
    expect(check(login(NOW, { auth_date: 'soon' }))).toBe(false);
    expect(check(login(NOW, { auth_date: '' }))).toBe(false);
  });
});
