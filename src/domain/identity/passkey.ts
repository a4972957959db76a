/** How long the browser may take over a passkey. */
export const PASSKEY_MS = 5 * 60_000;
/** Most passkeys of a person. */
export const MOST_PASSKEYS = 20;

/** The ways in which a person can sign in alone. */
export interface SignInWays {
  readonly password: boolean;
  readonly passkeys: number;
  readonly links: number;
}

/** Is a sign-in method left when one of these is removed? The last one cannot be removed. */
export function leavesAWay(ways: SignInWays, gone: 'passkey' | 'link'): boolean {
  const left = (ways.password ? 1 : 0) + ways.passkeys + ways.links - 1;
  return (gone === 'passkey' ? ways.passkeys : ways.links) > 0 && left > 0;
}
