import { createHash } from 'node:crypto';
import { z } from 'zod';
import { transaction } from '#server/db/index.ts';
import { defineJob, enqueue, type JobRun } from '#server/jobs/index.ts';
import type { BaseParts } from '#server/subject.ts';
import type {
  DeliveryHandler,
  OpenProvider,
  Provider,
  Providers,
  RawDelivery,
  Seat,
  SeatTypes,
  Taken,
} from './contract.ts';
import { deliveries, unknownStatuses } from './figures.ts';
import { createSender } from './sender.ts';
import { readProviders, type SetUp } from './settings.ts';
import { findWaiting, insertDelivery, listUndecided, setHandled, setOutcome } from './store.ts';

/** Acts on one message of a provider: 12 tries over about 16 hours. */
export const DELIVERY = defineJob({
  name: 'providers.delivery',
  payload: z.object({ no: z.string().regex(/^\d{1,19}$/) }),
  tries: 12,
  longestMs: 120_000,
});

/** Of an id or a word of a provider, characters. */
const LONGEST = 200;

export interface ProviderParts extends Pick<BaseParts, 'config' | 'db' | 'vault' | 'clock' | 'log'> {
  /** Of all manifests. */
  readonly providerList: readonly Provider[];
}

/** Opens the providers that are set up. Throws ConfigError where their settings are wrong. */
export function createProviders(parts: ProviderParts): Providers {
  return new OpenProviders(parts);
}

interface InUse extends SetUp {
  readonly open: OpenProvider;
}

class OpenProviders implements Providers {
  readonly #parts: ProviderParts;
  readonly #byName: ReadonlyMap<string, InUse>;
  readonly #handlers = new Map<string, DeliveryHandler>();

  constructor(parts: ProviderParts) {
    this.#parts = parts;
    const all = readProviders(parts.providerList, parts.config).map((one) => ({ ...one, open: this.#open(one) }));
    this.#byName = new Map(all.map((one) => [one.provider.name, one]));
  }

  at<T extends SeatTypes>(seat: Seat<T>): readonly OpenProvider<T>[] {
    const here = [...this.#byName.values()].filter(({ provider }) => provider.seat.name === seat.name);
    // A provider was defined with its seat's own types.
    return here.map(({ open }) => open as unknown as OpenProvider<T>);
  }

  add(handler: DeliveryHandler): void {
    const { name } = handler.seat;
    if (this.#handlers.has(name)) throw new Error(`messages of ${name} have two handlers`);
    this.#handlers.set(name, handler);
  }

  async take(name: string, delivery: RawDelivery): Promise<Taken> {
    const inUse = this.#byName.get(name);
    if (inUse?.provider.readDelivery === undefined) return 'nobody';
    const taken = await this.#keep(inUse, delivery);
    deliveries.inc({ provider: name, end: taken });
    const { log } = this.#parts;
    if (taken === 'unsigned') log.warn({ provider: name }, 'a message of a provider is not signed by it');
    if (taken === 'unreadable')
      log.error({ alarm: 'provider', provider: name }, 'a signed message of a provider cannot be read');
    return taken;
  }

  async #keep({ provider, settings, open }: InUse, delivery: RawDelivery): Promise<Taken> {
    const { db, vault, clock } = this.#parts;
    const now = clock.now();
    const reading = provider.readDelivery!(delivery, { settings, now });
    if (reading.kind !== 'status') return reading.kind;
    const { eventId, reference, status, at } = reading;
    if (![eventId, reference, status].every((text) => text.length >= 1 && text.length <= LONGEST)) return 'unreadable';
    const handler = this.#handlerOf(provider);
    const outcome = meaningOf(provider, status);
    const no = await transaction(db, async (tx) => {
      const userId = await handler.personOf(tx, reference);
      const kept = userId !== null && !(await vault.isDestroyed(tx, userId));
      const body = kept ? await vault.seal(tx, userId, delivery.body.toString('base64')) : null;
      const digest = createHash('sha256').update(delivery.body).digest();
      const row = {
        provider: provider.name,
        eventId,
        reference,
        status,
        outcome,
        at,
        receivedAt: now,
        userId,
        body,
        digest,
      };
      const inserted = await insertDelivery(tx, row);
      if (inserted !== null && outcome !== null) await enqueue(tx, DELIVERY, { no: inserted });
      return inserted;
    });
    if (no === null) return 'repeated';
    // The alarm.
    if (outcome === null) open.outcomeOf(status);
    return 'taken';
  }

  async handle(no: string, run: JobRun): Promise<void> {
    const { db, vault, clock } = this.#parts;
    const found = await findWaiting(db, no);
    const provider = this.#parts.providerList.find(({ name }) => name === found?.provider);
    if (found === null || found.outcome === null || provider === undefined) return;
    const { userId, outcome } = found;
    if (outcome !== 'IGNORE') {
      const text = userId === null || found.body === null ? null : await vault.open(db, userId, found.body);
      const body = text === null ? null : Buffer.from(text, 'base64');
      await this.#handlerOf(provider).handle({ ...found, outcome, body }, run);
    }
    await setHandled(db, no, clock.now());
  }

  async review(): Promise<void> {
    const { db, providerList } = this.#parts;
    for (const { no, provider: name, status } of await listUndecided(db)) {
      const provider = providerList.find((one) => one.name === name);
      const outcome = provider === undefined ? null : meaningOf(provider, status);
      if (outcome === null) this.#alarm(name, status);
      else
        await transaction(db, async (tx) => {
          if (await setOutcome(tx, no, outcome)) await enqueue(tx, DELIVERY, { no });
        });
    }
  }

  #open({ provider, settings }: SetUp): OpenProvider {
    const { name, isSimulator, capabilities } = provider;
    const origin = provider.origin(settings);
    const outcomeOf = (status: string) => {
      const outcome = meaningOf(provider, status);
      if (outcome === null) this.#alarm(name, status);
      return outcome;
    };
    const send =
      origin === null
        ? nobodyThere
        : createSender(name, [origin, ...(provider.moreOrigins?.(settings) ?? [])], this.#parts);
    const deliver = (delivery: RawDelivery) => this.take(name, delivery);
    const calls = provider.calls({ settings, send, outcomeOf, deliver, db: this.#parts.db });
    return { name, isSimulator, capabilities, calls, outcomeOf };
  }

  /** A status is a word of the provider's own list; one that looks otherwise is not put into a log. */
  #alarm(provider: string, status: string): void {
    unknownStatuses.inc({ provider });
    const word = /^[\w .:-]{1,60}$/.test(status) ? status : 'unprintable';
    this.#parts.log.error(
      { alarm: 'provider', provider, status: word },
      'a status of a provider has no meaning for us',
    );
  }

  #handlerOf({ seat }: Provider): DeliveryHandler {
    const handler = this.#handlers.get(seat.name);
    if (handler === undefined) throw new Error(`messages of ${seat.name} have no handler`);
    return handler;
  }
}

function meaningOf({ statuses }: Provider, status: string): string | null {
  return Object.hasOwn(statuses, status) ? (statuses[status] ?? null) : null;
}

const nobodyThere = () => Promise.resolve({ kind: 'unreached', why: 'simulator' } as const);
