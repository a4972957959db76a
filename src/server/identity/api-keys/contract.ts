import type { Actor } from '#domain/identity/actor.ts';
import type { Usdt } from '#domain/money.ts';
import type { KeptOutcome, Outcome } from '#domain/outcome.ts';
import type { ApiKeyWire, NewApiKeyBody } from '#protocol/api-keys.ts';

/** What a signed request says of itself, as it was sent. */
export interface SignedRequest {
  readonly keyId: string;
  readonly timestamp: string;
  readonly nonce: string;
  /** SHA-256 of the body, hex. Whoever reads the body compares. */
  readonly bodyHash: string;
  /** HMAC-SHA256, hex. */
  readonly signature: string;
  readonly method: string;
  /** Path and query as sent. */
  readonly target: string;
}

/** Something that can be lost with a key. `request` and the hash of its body name it, so that only a true repeat is the same stake; `worst` in 10^-6. */
export interface KeyStake {
  readonly kind: 'prediction' | 'order';
  /** Of the Idempotency-Key; where there is none, of this request alone. */
  readonly request: string;
  /** SHA-256, hex; empty without an Idempotency-Key. */
  readonly bodyHash: string;
  readonly worst: Usdt;
}

/** How a request to the engine ended; `body` is JSON with the `id` of what was placed. */
export type PlacedReply = KeptOutcome;

/** Keys of programs, as http and live use them. */
export interface ApiKeys {
  /** Living keys, newest first. */
  list(actor: Actor): Promise<readonly ApiKeyWire[]>;
  /** The caller has stepped up. InvalidRequest (`addresses`, `expiresAt`, `lossCapDay`, `name` with what is wrong; too many keys: `name`). */
  create(
    actor: Actor,
    body: NewApiKeyBody,
    address: string,
  ): Promise<Outcome<{ readonly key: ApiKeyWire; readonly secret: string }>>;
  /** Ends a key and its sockets; NotFound where it is not the person's own living one. */
  revoke(actor: Actor, id: string, address: string): Promise<Outcome<ApiKeyWire>>;
  /** Who acts with a bearer key from an address; null: no living key, or not from there. */
  byBearer(token: string, address: string): Promise<Actor | null>;
  /** Who signed; null for a wrong, late or repeated signature too. */
  bySignature(signed: SignedRequest, address: string): Promise<Actor | null>;
  /** Places within the loss cap of the caller's key: LimitReached where it would be passed. Without a cap just places. */
  withinCap(actor: Actor, stake: KeyStake, place: () => Promise<PlacedReply>): Promise<PlacedReply>;
  /** Drops what no cap and no signature needs any more. */
  forgetOld(): Promise<void>;
}
