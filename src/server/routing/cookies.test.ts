import { describe, expect, it } from 'vitest';
import { cookieReader, cookieText, type SetCookie } from './cookies.ts';

const REFRESH: SetCookie = { name: 'refresh', value: 'a b;c', maxAgeSec: 60, sameSite: 'Strict' };

describe('cookies', () => {
  it('are of one host, not read by scripts, and secure where the site is', () => {
    expect(cookieText(REFRESH, { secure: true })).toBe(
      '__Host-refresh=a%20b%3Bc; Path=/; Max-Age=60; HttpOnly; Secure; SameSite=Strict',
    );
    expect(cookieText(REFRESH, { secure: false })).toBe(
      'refresh=a%20b%3Bc; Path=/; Max-Age=60; HttpOnly; SameSite=Strict',
    );
    expect(cookieText({ ...REFRESH, path: '/api', httpOnly: false, maxAgeSec: null }, { secure: true })).toBe(
      '__Secure-refresh=a%20b%3Bc; Path=/api; Secure; SameSite=Strict',
    );
  });

  it.each([true, false])('come back as they were set (https: %s)', (secure) => {
    const sent = cookieText(REFRESH, { secure }).split(';')[0] ?? '';
    const read = cookieReader({ cookie: `x=1; ${sent}; y=2` }, { secure });
    expect(read('refresh')).toBe('a b;c');
    expect(read('other')).toBeNull();
  });

  it('with https take nothing that a page without https could have set', () => {
    expect(cookieReader({ cookie: 'refresh=planted' }, { secure: true })('refresh')).toBeNull();
  });

  it('that are no text are none', () => {
    expect(cookieReader({ cookie: 'refresh=%E0%A4%A' }, { secure: false })('refresh')).toBeNull();
    expect(cookieReader({}, { secure: false })('refresh')).toBeNull();
  });
});
