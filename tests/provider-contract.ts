import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '#server/clock.ts';
import type { Queryable } from '#server/db/index.ts';
import { createSender } from '#server/providers/sender.ts';
import type { CallEnd, Provider, RawDelivery, Reading, SeatTypes } from '#server/providers/index.ts';

/** A message as the provider documents it, or as it came. */
export interface Recorded {
  readonly name: string;
  readonly body: string;
  readonly reads: Reading;
}

export interface ContractOf<T extends SeatTypes, S> {
  readonly settings: S;
  /** When the recorded messages came, ms. */
  readonly now: number;
  /** Each secret that these settings hold for webhooks: two, as during a rotation. */
  readonly secrets: readonly string[];
  /** How the provider signs: written from its documentation, not with the adapter's code. */
  readonly sign: (body: Buffer, secret: string) => Readonly<Record<string, string>>;
  /** What it sends where that is not the message itself but something signed around it. */
  readonly wrap?: (body: Buffer, secret: string) => Buffer;
  /** What is signed. `content`: what the message says, so that a space more changes nothing. */
  readonly covers?: 'bytes' | 'content';
  readonly recorded: readonly Recorded[];
  /** One call of each function, at a server of which the test says how it behaves. */
  readonly asks: { readonly [K in keyof T['calls']]: (calls: T['calls']) => Promise<unknown> };
}

/** What every adapter of a provider that sends messages keeps to, with its own recorded messages. One call in the test beside the adapter. */
export function keepsContract<T extends SeatTypes, S>(provider: Provider<T, S>, about: ContractOf<T, S>): void {
  const { settings, now, secrets, sign, recorded, covers = 'bytes' } = about;
  const read = (delivery: RawDelivery) => provider.readDelivery!(delivery, { settings, now });
  const signed = (body: Buffer, secret = secrets[0] ?? '') => ({
    headers: sign(body, secret),
    body: about.wrap?.(body, secret) ?? body,
  });

  describe(`the contract of ${provider.name}`, () => {
    it('says of each thing that its seat may ask whether it can', () => {
      expect(Object.keys(provider.capabilities).toSorted()).toEqual([...provider.seat.capabilities].toSorted());
    });

    it('gives each status an outcome of its seat', () => {
      const words = new Set<string>([...provider.seat.outcomes, 'IGNORE']);
      expect(Object.entries(provider.statuses).filter(([, outcome]) => !words.has(String(outcome)))).toEqual([]);
    });

    it.each(recorded.map((one) => [one.name, one] as const))('reads %s', (_name, { body, reads }) => {
      expect(read(signed(Buffer.from(body)))).toEqual(reads);
    });

    it('has a row for each status that was recorded', () => {
      const statuses = recorded.flatMap(({ reads }) => (reads.kind === 'status' ? [reads.status] : []));
      expect(statuses.filter((status) => !Object.hasOwn(provider.statuses, status))).toEqual([]);
    });

    it('takes what either of two secrets signed, while one takes the place of the other', () => {
      expect(secrets).toHaveLength(2);
      for (const { body, reads } of recorded)
        for (const secret of secrets) expect(read(signed(Buffer.from(body), secret))).toEqual(reads);
    });

    it('takes nothing that is not signed, was signed by another, or was changed', () => {
      for (const { body } of recorded) {
        const bytes = Buffer.from(body);
        const { headers, body: sent } = signed(bytes);
        const changed = Buffer.from(sent);
        changed[changed.length - 1]! ^= 1;
        const cases = [
          { headers: {}, body: bytes },
          signed(bytes, 'another-secret'),
          { headers, body: changed },
          ...(covers === 'bytes' ? [{ headers, body: Buffer.concat([sent, Buffer.from(' ')]) }] : []),
        ];
        for (const one of cases) expect(read(one)).toEqual({ kind: 'unsigned' });
      }
    });

    it('reads no sense into what is signed and is none of its messages', () => {
      for (const body of ['', 'x', '{', '[]', 'null', '{}', '{"a":1}'])
        // Where what is signed is what the message says, nothing says that this is.
        expect(['unreadable', 'other', ...(covers === 'content' ? ['unsigned'] : [])]).toContain(
          read(signed(Buffer.from(body))).kind,
        );
    });

    callsKeepContract(provider, about);
  });
}

/** A server that breaks is no exception in ours. */
function callsKeepContract<T extends SeatTypes, S>(
  provider: Provider<T, S>,
  { settings, asks }: Pick<ContractOf<T, S>, 'settings' | 'asks'>,
): void {
  const behaviours: Readonly<Record<string, (answer: ServerResponse) => void>> = {
    'answers with 500': (answer) => answer.writeHead(500).end('oops'),
    'answers with what is no JSON': (answer) => answer.writeHead(200).end('<html>'),
    'refuses the key': (answer) => answer.writeHead(401).end('{}'),
    'cuts the connection': (answer) => void answer.destroy(),
  };
  let behave: (answer: ServerResponse) => void = () => undefined;
  const server = createServer((_request, answer) => behave(answer));
  beforeAll(() => new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve)));
  afterAll(() => new Promise((resolve) => void server.close(resolve)));

  it.each(Object.keys(behaviours))('throws nothing where the provider %s', async (name) => {
    behave = behaviours[name]!;
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const log = { warn: () => undefined, info: () => undefined };
    const all = Object.values(asks) as ((calls: T['calls']) => Promise<unknown>)[];
    const each = all.map(async (ask) => {
      // One sender a call: what one ask used up of patience is not the fault of the next.
      const sender = createSender(provider.name, [origin, ...(provider.moreOrigins?.(settings) ?? [])], {
        clock: systemClock,
        log,
      });
      const send = (call: Parameters<typeof sender>[0]): Promise<CallEnd> => sender(call);
      const deliver = () => Promise.resolve('other' as const);
      const db = { query: () => Promise.reject(new Error('an adapter asks no database')) } as unknown as Queryable;
      const calls = provider.calls({ settings, send, outcomeOf: () => null, deliver, db });
      await expect(ask(calls)).resolves.toBeDefined();
    });
    await Promise.all(each);
  });
}
