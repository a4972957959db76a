import { z } from 'zod';
import { FIELD_FAULTS } from '#domain/refusals.ts';
import { ACTIONS, CATALOGUE_CODES } from './error-catalogue.ts';

const origin = z.string();

/** PUBLIC_CONFIG: what the browser may know of the installation. */
export const publicConfig = z.strictObject({
  origins: z.strictObject({
    main: origin,
    auth: origin,
    dashboard: origin,
    events: origin,
    admin: origin,
    files: origin,
  }),
  apiHost: origin,
  messagingBot: z.string().nullable(),
  /** The address that our mails come from, and our names elsewhere. */
  official: z.strictObject({ mail: z.string(), handles: z.array(z.string()) }),
  mode: z.enum(['sandbox', 'production']),
  waits: z.enum(['normal', 'short']),
  /** Waits that an operator may change, ms: of withdrawals after a change of sign-in, and of an account that was closed. */
  spans: z.strictObject({ hold: z.int(), closing: z.int() }),
  most: z.strictObject({ apiKeys: z.int() }),
  /** Mails are not sent but shown at `/dev/inbox`: a sandbox without a relay. */
  keepsMails: z.boolean(),
  brand: z.string(),
});

/** How a call came to the server: shown to the doctor of the installation alone. */
const arrived = z.strictObject({
  /** Address of the other end of the connection. */
  peer: z.string(),
  host: z.string(),
  forwardedFor: z.string().nullable(),
});

/** `version` and `commit` are not said on a public host. */
export const healthAnswer = z.strictObject({
  status: z.literal('ok'),
  version: z.string().optional(),
  commit: z.string().nullable().optional(),
  arrived: arrived.optional(),
});
const readyParts = z.strictObject({
  database: z.boolean(),
  feed: z.boolean(),
  /** The engine answers, and what it decides is stored. */
  engine: z.boolean(),
  /** There is room for something new. */
  disk: z.boolean(),
  /** Predictions go on without it. */
  signer: z.boolean(),
});
/** What a person has to look at, ready or not. parked: something cannot be stored. */
const warnings = z.array(z.enum(['parked']));
/** `parts` and `warnings` are not said on a public host. */
export const readyAnswer = z.strictObject({
  status: z.literal('ok'),
  parts: readyParts.optional(),
  warnings: warnings.optional(),
});
export const notReadyAnswer = z.strictObject({
  /**
   * `starting`: in its first minutes, ready once its parts are. `standby`: another process owns the shard, and this one takes over when it ends.
   * `unavailable`: it was ready, or has had long enough to be.
   */
  status: z.enum(['starting', 'standby', 'unavailable']),
  parts: readyParts.optional(),
  warnings: warnings.optional(),
});

/** Every refusal, on every route. */
export const refusalBody = z.strictObject({
  error: z.strictObject({
    code: z.enum(CATALOGUE_CODES).describe('Why: a name of the error catalogue.'),
    title: z.string(),
    message: z.string(),
    action: z.enum(ACTIONS),
    /** Of InvalidRequest: what is wrong with each field. Of the others: what the code needs said. */
    details: z.looseObject({ fields: z.record(z.string(), z.enum(FIELD_FAULTS)).optional() }),
  }),
  requestId: z.string(),
});

/** What a browser says that the content security policy stopped; browsers add fields of their own. */
export const cspReport = z.looseObject({
  'csp-report': z.looseObject({
    'effective-directive': z.string().optional(),
    'blocked-uri': z.string().optional(),
    'document-uri': z.string().optional(),
  }),
});

/** What an outside provider says: in its own words, which its adapter reads. */
export const webhookBody = z.looseObject({});

export type Arrived = z.infer<typeof arrived>;
export type PublicConfig = z.infer<typeof publicConfig>;
/** The same as pages read it: an older page may hear a code that it does not know, and has some of its own (`Offline`). */
export interface RefusalBody {
  readonly error: Readonly<Pick<z.infer<typeof refusalBody>['error'], 'title' | 'message' | 'action'>> & {
    readonly code: string;
    readonly details: Readonly<Record<string, unknown>>;
  };
  readonly requestId: string;
}
