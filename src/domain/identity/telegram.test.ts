import { createHash, createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { SOCIAL_MS } from './social.ts';
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

type Fields = Readonly<Record<string, string | number | boolean | null>>;
const check = (given: { readonly fields: Fields; readonly hash: string }, token = TOKEN) =>
  checkTelegram(given, { sign: (text) => sign(text, token), since: SINCE, now: NOW });

describe('a login of Telegram', () => {
  it('signs its fields in the order of their names', () => {
    expect(telegramCheckText({ username: 'ada', auth_date: '5', id: '42' })).toBe('auth_date=5\nid=42\nusername=ada');
    // Not in that of the lines: `2` comes before the `=` behind a name, `_` and letters after it.
    const alike = { photo_url: 'd', photo2: 'b', photoA: 'c', photo: 'a' };
    expect(telegramCheckText(alike)).toBe('photo=a\nphoto2=b\nphotoA=c\nphoto_url=d');
  });

  it.each([
    { when: 'now', at: NOW, right: true },
    { when: 'as its flow began', at: SINCE, right: true },
    { when: 'by a clock a minute behind ours', at: SINCE - 60_000, right: true },
    { when: 'before its flow began', at: SINCE - 61_000, right: false },
    { when: 'within a minute in the future', at: NOW + 60_000, right: true },
    { when: 'further in the future', at: NOW + 61_000, right: false },
  ])('made $when: $right', ({ at, right }) => {
    expect(check(login(at)) !== null).toBe(right);
  });

  it('is believed in no part that was changed, added or left out', () => {
    const good = login(NOW);
    for (const name of Object.keys(good.fields)) {
      expect(check({ ...good, fields: { ...good.fields, [name]: `${good.fields.id}1` } }), name).toBeNull();
      const { [name]: _, ...rest } = good.fields as Record<string, string>;
      expect(check({ ...good, fields: rest }), name).toBeNull();
    }
    expect(check({ ...good, fields: { ...good.fields, last_name: 'L' } })).toBeNull();
    expect(check(good, `${TOKEN}x`)).toBeNull();
  });

  it('wants the whole hash', () => {
    const good = login(NOW);
    expect(check({ ...good, hash: good.hash.toUpperCase() })).not.toBeNull();
    for (const hash of ['', good.hash.slice(1), good.hash.slice(0, -1), `${good.hash}0`, '0'.repeat(64)]) {
      expect(check({ ...good, hash })).toBeNull();
    }
  });

  it('wants a date that is a number', () => {
    expect(check(login(NOW, { auth_date: 'soon' }))).toBeNull();
    expect(check(login(NOW, { auth_date: '' }))).toBeNull();
  });

  it('is good until no flow can be left that began soon enough for it', () => {
    expect(check(login(NOW))).toEqual({ until: NOW + 60_000 + SOCIAL_MS });
  });

  it('may have fields that nobody knew of, and a picture of any length; what is empty was not signed', () => {
    const { fields, hash } = login(NOW, { is_premium: 'true', photo_url: `https://t.me/${'i/'.repeat(2_000)}` });
    expect(check({ fields: { ...fields, id: 42, is_premium: true }, hash })).not.toBeNull();
    expect(check({ fields: { ...fields, last_name: '', username: 'ada', language: null }, hash })).not.toBeNull();
    expect(check({ fields: { ...fields, is_premium: false }, hash })).toBeNull();
  });

  it('is one person only: a line break in a name makes no second field of it, nor a field into a name', () => {
    const smuggled = login(NOW, { first_name: 'A\nid=7\nlast_name=B' });
    expect(check(smuggled)).toBeNull();
    const { auth_date, username } = smuggled.fields;
    const asVictim = { auth_date, first_name: 'A', id: '7', last_name: 'B\nid=42', username };
    // The lines that were signed come out the same, in the order of their names.
    expect(sign(telegramCheckText(asVictim))).toBe(smuggled.hash);
    expect(check({ fields: asVictim, hash: smuggled.hash })).toBeNull();
    for (const odd of ['\r', '\u0085', '\u2028', '\u2029', '\0', '\t']) {
      expect(check(login(NOW, { first_name: `A${odd}B` })), JSON.stringify(odd)).toBeNull();
      expect(check(login(NOW, { [`a${odd}b`]: 'B' })), JSON.stringify(odd)).toBeNull();
    }
    expect(check(login(NOW, { 'first_name=A\nx': 'B' }))).toBeNull();
  });
});
