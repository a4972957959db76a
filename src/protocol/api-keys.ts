import { z } from 'zod';
import {
  API_KEY_KINDS,
  API_SCOPES,
  MOST_KEYS_EVER,
  MOST_KEY_ADDRESSES,
  MOST_KEY_RATE,
} from '#domain/identity/api-key.ts';
import { isoTime, money, moneyText } from './codecs.ts';
import { lineText } from './texts.ts';

/** A key of a program, without its secret. */
export const apiKeyWire = z.strictObject({
  id: z.string(),
  name: z.string(),
  kind: z.enum(API_KEY_KINDS),
  realm: z.enum(['real', 'demo']),
  scopes: z.array(z.enum(API_SCOPES)),
  /** Networks it may come from (CIDR); empty: any. */
  addresses: z.array(z.string()),
  /** Requests a minute, all routes together. */
  ratePerMin: z.int(),
  /** What may be lost with it in 24 hours; null: no cap of its own. */
  lossCapDay: money.nullable(),
  lossCapDayStr: moneyText.nullable(),
  /** How much of the cap is used: lost, or still to be lost, with what it placed in 24 hours; null: no cap of its own. */
  lossUsedDay: money.nullable(),
  lossUsedDayStr: moneyText.nullable(),
  createdAt: isoTime,
  expiresAt: isoTime.nullable(),
  /** To the minute. */
  lastUsedAt: isoTime.nullable(),
});

export const apiKeysAnswer = z.strictObject({ items: z.array(apiKeyWire).max(MOST_KEYS_EVER) });

export const newApiKeyBody = z.strictObject({
  name: lineText.min(1).max(60),
  kind: z.enum(API_KEY_KINDS),
  /** demo: the program acts as a demo person of its own with 10,000. */
  realm: z.enum(['real', 'demo']),
  scopes: z.array(z.enum(API_SCOPES)).min(1).max(API_SCOPES.length),
  /** Addresses or networks: 203.0.113.7, 203.0.113.0/24, 2001:db8::/48. */
  addresses: z.array(z.string().min(2).max(60)).max(MOST_KEY_ADDRESSES).optional(),
  expiresAt: isoTime.optional(),
  ratePerMin: z.int().min(1).max(MOST_KEY_RATE).optional(),
  lossCapDay: z.union([z.string().max(20), z.number()]).optional(),
});

/** `secret` is shown here and never again. */
export const newApiKeyAnswer = z.strictObject({ key: apiKeyWire, secret: z.string() });

export type ApiKeyWire = z.infer<typeof apiKeyWire>;
export type NewApiKeyBody = z.infer<typeof newApiKeyBody>;
