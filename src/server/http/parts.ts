import type { RequestListener, Server } from 'node:http';
import type { WithdrawalTimesWire } from '#protocol/cashier/times.ts';
import type { ApiKeys } from '#server/identity/api-keys/index.ts';
import type { Till } from '#server/fiat/index.ts';
import type { Identity } from '#server/identity/index.ts';
import type { Mail } from '#server/mail/index.ts';
import type { Proofs } from '#server/proofs/index.ts';
import type { Providers } from '#server/providers/index.ts';
import type { Route } from '#server/routing/call.ts';
import type { LiveSettings } from '#server/settings/index.ts';
import type { Status } from '#server/status/index.ts';
import type { BaseParts } from '#server/subject.ts';
import type { HandOvers } from '#server/verification/index.ts';

/** A server that listens already; `handOver` makes our answers its answers. */
export interface Listener {
  readonly server: Server;
  handOver(handler: RequestListener): void;
}

/** What the web thread gives to http. */
export interface HttpParts extends Pick<BaseParts, 'config' | 'db' | 'bus' | 'clock' | 'log' | 'audit' | 'pairCache'> {
  readonly listener: Listener;
  readonly apiKeys: ApiKeys;
  readonly identity: Identity;
  readonly handOvers: Pick<HandOvers, 'actorOf'>;
  readonly mail: Mail;
  readonly proofs: Proofs;
  readonly providers: Providers;
  readonly settings: Pick<LiveSettings, 'values'>;
  /** The simulator of fiat deposits, whose page this host serves in a sandbox. */
  readonly till: Till;
  /** A file of a person by a signed permission; null where there is none to see. */
  readonly privateFile: (token: string) => Promise<{ readonly bytes: Buffer; readonly media: string } | null>;
  /** A file of a ticket, in the same way. */
  readonly ticketFile: (token: string) => Promise<{ readonly bytes: Buffer; readonly media: string } | null>;
  /** A picture of the blog by its name, a WebP; null where there is none. */
  readonly blogPicture: (name: string) => Promise<Buffer | null>;
  /** How long withdrawals take, as far as it is known. */
  readonly withdrawalTimes: { known(): Promise<WithdrawalTimesWire | null> };
  /** Told how long each placing took, ms. */
  readonly status: Pick<Status, 'placed'>;
  /** Every endpoint of the tables with its handler. */
  readonly routes: readonly Route[];
}
