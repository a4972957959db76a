/** Real money or practice money. Comes from the token, never from a client flag or a path. */
export type Realm = 'real' | 'demo';

/** Number of the realm in the top bits of an account id. */
export const REALM_NO = { real: 1, demo: 2 } as const satisfies Record<Realm, number>;

/** Number of the ledger asset in an account id. */
export const ASSET_NO = { USDT: 1, BTC: 2, LTC: 3 } as const;
export type Asset = keyof typeof ASSET_NO;
