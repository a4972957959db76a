import { describe, expect, it } from 'vitest';
import { ENDPOINTS } from '#protocol/api.ts';
import type { Endpoint } from '#protocol/endpoint.ts';
import { AUTH } from '#protocol/tables/auth.ts';
import { readConfig } from '#server/config/config.ts';
import { refuseForeign } from './provenance.ts';

const { origins } = readConfig({
  PUBLIC_ORIGIN: 'https://tikvo.example',
  AUTH_ORIGIN: 'https://auth.tikvo.example',
});
const HOST = { host: 'tikvo.example' };
const POST = AUTH.logout;
const EFFECT: Endpoint = { ...AUTH.regions, effect: true };

function codeOf(endpoint: Endpoint, headers: Record<string, string>): string | null {
  return refuseForeign(endpoint, { ...HOST, ...headers }, origins)?.code ?? null;
}

describe('provenance (R-36)', () => {
  it.each([
    [{}, null],
    [{ origin: 'https://tikvo.example' }, null],
    [{ origin: 'https://auth.tikvo.example', 'sec-fetch-site': 'same-site' }, null],
    [{ origin: 'https://evil.example' }, 'PermissionsError'],
    [{ origin: 'null' }, 'PermissionsError'],
    [{ origin: 'https://tikvo.example.evil.example' }, 'PermissionsError'],
    [{ origin: 'http://tikvo.example:81' }, 'PermissionsError'],
    [{ 'sec-fetch-site': 'cross-site' }, 'PermissionsError'],
  ])('of a POST with %j: %s', (headers, code) => {
    expect(codeOf(POST, headers)).toBe(code);
  });

  it.each([
    [{}, 'NotSignedIn'],
    [{ 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' }, 'NotSignedIn'],
    [{ 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate' }, 'NotSignedIn'],
    [{ 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'no-cors' }, 'NotSignedIn'],
    [{ 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'cors' }, null],
    [{ 'x-requested-with': 'web' }, null],
    [{ authorization: 'Bearer a.b.c' }, null],
    [{ 'x-requested-with': 'web', origin: 'https://evil.example' }, 'PermissionsError'],
    [{ authorization: 'Bearer a.b.c', 'sec-fetch-site': 'cross-site' }, 'PermissionsError'],
  ])('of a GET with an effect, with %j: %s', (headers, code) => {
    expect(codeOf(EFFECT, headers)).toBe(code);
  });

  it('of a call by cookie needs the header', () => {
    expect(codeOf(AUTH.refresh, { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' })).toBe('NotSignedIn');
    expect(codeOf(AUTH.refresh, { 'x-requested-with': 'web' })).toBeNull();
  });

  it('does not matter to what only reads', () => {
    expect(codeOf(AUTH.regions, { origin: 'https://evil.example' })).toBeNull();
  });

  it('is asked of every row that is no plain GET', () => {
    const foreign = { origin: 'https://evil.example' };
    const open = ENDPOINTS.filter(({ endpoint }) => endpoint.method !== 'GET' && codeOf(endpoint, foreign) === null);
    expect(open).toEqual([]);
  });
});
