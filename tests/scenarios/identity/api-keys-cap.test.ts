import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Actor } from '#domain/identity/actor.ts';
import { CAP_MS } from '#domain/identity/api-key.ts';
import { usdt, type Usdt } from '#domain/money.ts';
import { createLossCap, usedOf } from '#server/identity/api-keys/loss-cap.ts';
import type { PlacedReply } from '#server/identity/api-keys/contract.ts';
import { caller, type Answered, type Ask, type Json } from '#tests/http-calls.ts';
import { proveAgain } from '#tests/matrix/objects.ts';
import { personOf, type Person } from '#tests/people.ts';
import { startTestServer, type TestServer } from '#tests/server.ts';

let server: TestServer;
let ask: Ask;
let ada: Person;
beforeAll(async () => {
  server = await startTestServer();
  ask = caller(server.origin);
  ada = await personOf(server, 'USER');
  await proveAgain(server, ada.id);
});
afterAll(() => server.stop());

const KEYS = '/api/v2/user/api-keys';
const PREDICTIONS = '/api/v2/trade/predictions';
const CAP = '12';

async function newKey(): Promise<{ readonly id: string; readonly secret: string }> {
  const scopes = ['read', 'trade', 'predict'];
  const body = { name: 'Bot', kind: 'bearer', realm: 'demo', scopes, lossCapDay: CAP, ratePerMin: 1_200 };
  const made = await ask(KEYS, { method: 'POST', token: ada.token, body });
  if (made.status !== 201) throw new Error(made.text);
  return { id: String(made.json['key']?.['id']), secret: String(made.json['secret']) };
}

function place(token: string, stake: string, key: string): Promise<Answered> {
  const body = { pair: 'BTC-USD', direction: 'UP', stake, durationSec: 300, payout: 0.5 };
  return ask(PREDICTIONS, { method: 'POST', token, body, headers: { 'idempotency-key': key } });
}

/** Stakes of everything that was accepted under a key, and how much of its cap it says is used. */
async function standOf({ id, secret }: { readonly id: string; readonly secret: string }) {
  const placed = (await ask(`${PREDICTIONS}?limit=200`, { token: secret })).json['items'] as unknown as Json[];
  const keys = (await ask(KEYS, { token: ada.token })).json['items'] as unknown as Json[];
  const used = keys.find((one) => String(one['id']) === id)?.['lossUsedDay'];
  return { placed: placed.reduce((sum, one) => sum + Number(one['stake']), 0), used: Number(used) };
}

const codeOf = (answer: Answered): string => String(answer.json['error']?.['code'] ?? answer.status);

describe('stakes placed at once under one key', () => {
  const STAKES = ['5', '6', '6', '6'];
  const EXPECTED = new Set(['201', 'LimitReached', 'IdempotencyConflict', 'UnavailableBet']);

  it.each([
    ['each with a key of its own', STAKES.map((stake) => [stake, stake])],
    ['each sent twice', STAKES.map((stake) => [stake, stake, stake])],
    ['each repeated with another body', STAKES.map((stake) => [stake, '1', stake, '2'])],
  ])('never pass its cap: %s', async (_how, sent) => {
    for (let round = 0; round < 3; round += 1) {
      const key = await newKey();
      const first = sent.map((stakes) => ({ stakes, idempotency: randomUUID() }));
      const answers = await Promise.all(
        first.flatMap(({ stakes, idempotency }) => stakes.map((stake) => place(key.secret, stake, idempotency))),
      );
      expect(answers.map(codeOf).filter((code) => !EXPECTED.has(code))).toEqual([]);
      // What is sent afterwards finds the cap as full as it is.
      for (const { stakes, idempotency } of first) await place(key.secret, stakes[0] ?? '', idempotency);
      for (const stake of STAKES) await place(key.secret, stake, randomUUID());
      const { placed, used } = await standOf(key);
      expect(placed).toBeGreaterThan(0);
      expect(placed).toBeLessThanOrEqual(Number(CAP));
      expect(used).toBe(placed);
    }
  });

  it('never pass it under one and the same Idempotency-Key', async () => {
    for (let round = 0; round < 5; round += 1) {
      const key = await newKey();
      const idempotency = randomUUID();
      const answers = await Promise.all(STAKES.map((stake) => place(key.secret, stake, idempotency)));
      expect(answers.some(({ status }) => status === 201)).toBe(true);
      for (const stake of STAKES) await place(key.secret, stake, randomUUID());
      const { placed, used } = await standOf(key);
      expect(placed).toBeLessThanOrEqual(Number(CAP));
      expect(used).toBe(placed);
    }
  });
});

const REFUSED: PlacedReply = { ok: false, refusal: { code: 'PriceFeedError' } };
const CONFLICT: PlacedReply = { ok: false, refusal: { code: 'IdempotencyConflict', reason: 'content' } };
const accepted = (id = randomUUID()): PlacedReply => ({ ok: true, body: JSON.stringify({ id }), replayed: false });

/** 10^-6. */
function units(text: string): Usdt {
  return usdt(BigInt(text) * 1_000_000n);
}

function pending<T>() {
  let [settle, fail]: [(value: T) => void, (error: Error) => void] = [() => undefined, () => undefined];
  const promise = new Promise<T>((resolve, reject) => ([settle, fail] = [resolve, reject]));
  return { promise, settle, fail };
}

/** A key's cap with an engine that answers when it is told to, so that each order of events can be played. */
async function capOf() {
  const { id: keyId } = await newKey();
  const { rows } = await server.pool.query<{ actsAs: string }>(
    'SELECT acts_as AS "actsAs" FROM api_key WHERE id = $1',
    [keyId],
  );
  const actsAs = rows[0]?.actsAs ?? '';
  const clock = { at: Date.now(), now: () => clock.at, monotonic: () => clock.at };
  const withinCap = createLossCap({ db: server.pool, clock });
  const grant = { keyId, scopes: [], ratePerMin: 600, lossCapDay: units(CAP) };
  const actor: Actor = { userId: actsAs, sessionId: keyId, role: 'DEMO', realm: 'demo', grant };

  /** Sends a stake; resolves when it has reached the engine, or was refused before. */
  const send = async (stake: string, request: string) => {
    const engine = pending<PlacedReply>();
    const reached = pending<'reached'>();
    const named = { kind: 'prediction', request, bodyHash: `hash of ${stake}`, worst: units(stake) } as const;
    const reply = withinCap(actor, named, () => {
      reached.settle('reached');
      return engine.promise;
    });
    const before = await Promise.race([reached.promise, reply]);
    return {
      wasSent: before === 'reached',
      answer: (one: PlacedReply) => {
        engine.settle(one);
        return reply;
      },
      lose: async () => {
        engine.fail(new Error('no answer of the engine'));
        await reply.catch(() => undefined);
      },
    };
  };
  const used = async () => Number(await usedOf(server.pool, { id: keyId, actsAs, role: 'DEMO' }, clock.now())) / 1e6;
  return { send, used, clock };
}

describe('a claim of the cap', () => {
  it('stays when the same Idempotency-Key comes with another body and is refused', async () => {
    const { send, used } = await capOf();
    const first = await send('5', 'k');
    const other = await send('6', 'k');
    await other.answer(CONFLICT);
    await first.answer(accepted());
    expect(await used()).toBe(5);
    expect((await send('8', 'next')).wasSent).toBe(false);
  });

  it('counts each body at its own worth, whichever the engine takes', async () => {
    const { send, used } = await capOf();
    const small = await send('1', 'k');
    expect((await send('100', 'k')).wasSent).toBe(false);
    const large = await send('11', 'k');
    await large.answer(accepted());
    await small.answer(CONFLICT);
    expect(await used()).toBe(11);
  });

  it('is not freed by an attempt that was refused while another holds it', async () => {
    const { send, used } = await capOf();
    const first = await send('8', 'k');
    const again = await send('8', 'k');
    await first.answer(REFUSED);
    expect(await used()).toBe(8);
    expect((await send('8', 'next')).wasSent).toBe(false);
    await again.answer(accepted());
    expect(await used()).toBe(8);
  });

  it('is freed when all its attempts were refused', async () => {
    const { send, used } = await capOf();
    const attempts = [await send('8', 'k'), await send('8', 'k')];
    await Promise.all(attempts.map((one) => one.answer(REFUSED)));
    expect(await used()).toBe(0);
    expect((await send('12', 'next')).wasSent).toBe(true);
  });

  it('whose end nobody learnt counts in full until its day is over, then as a new one', async () => {
    const { send, used, clock } = await capOf();
    await (await send('8', 'k')).lose();
    await (await send('8', 'k')).answer(REFUSED);
    expect(await used()).toBe(8);
    clock.at += CAP_MS + 1;
    expect(await used()).toBe(0);
    const next = await send('6', 'next');
    expect((await send('8', 'k')).wasSent).toBe(false);
    await next.answer(REFUSED);
    await (await send('8', 'k')).answer(accepted());
    expect(await used()).toBe(8);
  });
});
