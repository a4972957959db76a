import type { Endpoint } from '#protocol/endpoint.ts';
import { addressGroup } from '#server/routing/address-group.ts';
import type { Call } from '#server/routing/call.ts';
import type { SetCookie } from '#server/routing/cookies.ts';
import type { Client, SessionCookies } from '../contract-factors.ts';

const REFRESH = 'refresh';
const DEVICE = 'device';
const YEAR_SEC = 365 * 86_400;

/** What a sign-in is told of the browser that asks. */
export function clientOf(call: Pick<Call<Endpoint>, 'address' | 'userAgent' | 'cookie' | 'locale'>): Client {
  return {
    address: call.address,
    network: addressGroup(call.address),
    userAgent: call.userAgent === '' ? null : call.userAgent,
    deviceCookie: call.cookie(DEVICE),
    refreshCookie: call.cookie(REFRESH),
    language: call.locale,
  };
}

/** The cookies of a session that was begun or renewed. No script reads them, and no other site sends them. */
export function sessionCookies({ refreshToken, device, refreshMaxAgeMs }: SessionCookies): readonly SetCookie[] {
  const maxAgeSec = refreshMaxAgeMs === null ? null : refreshMaxAgeMs / 1_000;
  return [
    { name: REFRESH, value: refreshToken, maxAgeSec, sameSite: 'Strict' },
    ...(device === null ? [] : [{ name: DEVICE, value: device, maxAgeSec: YEAR_SEC, sameSite: 'Strict' } as const]),
  ];
}

/** Takes the refresh cookie away. The browser stays known. */
export const SIGNED_OUT: readonly SetCookie[] = [{ name: REFRESH, value: '', maxAgeSec: 0, sameSite: 'Strict' }];
