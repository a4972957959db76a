import { z } from 'zod';
import { isoTime, money, moneyText } from './codecs.ts';

/** Voids of an incident in one realm: predictions and the stakes that came back; rounds that somebody had ordered on, and what was paid back. */
const voidsWire = z.strictObject({
  predictions: z.int().min(0),
  stakes: money,
  stakesStr: moneyText,
  rounds: z.int().min(0),
  paid: money,
  paidStr: moneyText,
});

/** From when to when a pair gave no price that can be trusted; `to` null: it lasts. */
export const incidentWire = z.strictObject({
  id: z.string(),
  pair: z.string(),
  feed: z.enum(['live', 'replay', 'simulated']),
  cause: z.enum(['stale', 'quorum', 'disagreement', 'clock', 'end_of_file', 'restart']),
  from: isoTime,
  to: isoTime.nullable(),
  real: voidsWire,
  demo: voidsWire,
});

export type VoidsWire = z.infer<typeof voidsWire>;
export type IncidentWire = z.infer<typeof incidentWire>;
