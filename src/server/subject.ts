import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { API } from '#protocol/api.ts';
import type { ActDefinition } from './approvals/index.ts';
import type { Audit } from './audit/index.ts';
import type { Bus } from './bus/index.ts';
import type { Clock } from './clock.ts';
import type { Config } from './config/config.ts';
import type { PairCache } from './engine-client/index.ts';
import type { Desks, OfficeSeat } from './desk/index.ts';
import type { Facts, Follower } from './facts/index.ts';
import type { Geo } from './geo/index.ts';
import type { Jobs, JobWork } from './jobs/index.ts';
import type { Networks } from './networks/index.ts';
import type { PersonalPart } from './personal-data/index.ts';
import type { DeliveryHandler, Provider } from './providers/index.ts';
import type { Signer } from './proofs/index.ts';
import type { Handlers } from './routing/call.ts';
import type { UpkeepDefinition } from './upkeep/upkeep.ts';
import type { WatchedSettings } from './settings/index.ts';
import type { Vault } from './vault/index.ts';

/** What every subject of the web thread may use. */
export interface BaseParts {
  readonly config: Config;
  readonly db: Pool;
  /** Joins this thread to the engine. */
  readonly bus: Bus;
  readonly clock: Clock;
  readonly log: Logger;
  /** Of another process: this one holds no secret key of the proofs. */
  readonly signer: Signer;
  readonly vault: Vault;
  readonly audit: Audit;
  readonly geo: Geo;
  readonly pairCache: PairCache;
  readonly facts: Facts;
  readonly jobs: Jobs;
  /** What subjects bring to the back office. */
  readonly desks: Desks;
  /** Chains on which people pay in and are paid. */
  readonly networks: Networks;
  /** What an operator has set, read again each second. */
  readonly settings: WatchedSettings;
}

type Tables = typeof API;

/** Handlers of endpoints, by the name of their table. A table may be answered by two subjects, each endpoint by one. */
export type Routes = { readonly [S in keyof Tables]?: Partial<Handlers<Tables[S]>> };

/**
 * What a subject is made of: its manifest, one value in `<subject>/subject.ts`, which `subjects.ts` lists. `P`: the parts there are. Each
 * function names those that it needs; what a subject asks of another is a part with a name, given by that one's `offers` or `create`.
 */
export interface Subject<P = never> {
  /** Questions that others may ask of it. They need no other subject, and are there before any is created. */
  readonly offers?: (parts: P) => object | Promise<object>;
  /** The subject itself, under its name. It may need what subjects above it in the list have made. */
  readonly create?: (parts: P) => object | Promise<object>;
  readonly routes?: (parts: P) => Routes;
  /** Who acts on what others tell. */
  readonly followers?: (parts: P) => readonly Follower[];
  /** What does the jobs that transactions put in. */
  readonly jobs?: (parts: P) => readonly JobWork[];
  /** What runs by itself. */
  readonly upkeep?: (parts: P) => readonly UpkeepDefinition[];
  /** Outside providers that it asks (docs/how-to-add-a-provider.md), and what it does with their messages. */
  readonly providers?: readonly Provider[];
  readonly deliveries?: (parts: P) => readonly DeliveryHandler[];
  /** What it does when two people have approved it. */
  readonly twoPeople?: (parts: P) => readonly ActDefinition[];
  /** What it brings to the back office: desks, parts of records, searches and acts (docs/how-to-add-a-desk.md). */
  readonly office?: (parts: P) => OfficeSeat;
  /** What it holds of people. */
  readonly personalData?: PersonalPart;
}
