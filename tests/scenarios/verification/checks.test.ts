/** What an outside provider says of documents: from what is sent to it to what an officer reads, over a server that answers as Sumsub documents. */
import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from '#server/config/config.ts';
import { createProviders } from '#server/providers/providers.ts';
import {
  CHECK_SIMULATOR,
  checkDeliveries,
  checkJobs,
  lookAgain,
  ONFIDO,
  SUMSUB,
} from '#server/verification/checks/index.ts';
import { checksOf } from '#server/verification/checks/store-checks.ts';
import { openDocumentsWorld, sendPassport, type DocumentsWorld } from '#tests/worlds/documents-world.ts';

interface Asked {
  readonly what: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

let world: DocumentsWorld;
let asked: Asked[] = [];
let stands: object = { reviewStatus: 'init' };
let reference = '';
let said = '';
const log = pino({}, new Writable({ write: (line, _encoding, done) => ((said += String(line)), done()) }));

const server = createServer((request, answer) => {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => {
    const body = Buffer.concat(parts).toString('latin1');
    asked.push({ what: `${request.method} ${request.url?.split('?')[0]}`, headers: request.headers, body });
    const isMade = request.method === 'POST' && (request.url ?? '').startsWith('/resources/applicants?');
    if (isMade) reference = (JSON.parse(body) as { externalUserId: string }).externalUserId;
    answer.writeHead(200, { 'content-type': 'application/json' });
    answer.end(JSON.stringify({ id: 'applicant1', review: stands }));
  });
});

beforeAll(async () => {
  world = await openDocumentsWorld();
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  await new Promise((resolve) => void server.close(resolve));
  await world.close();
});
beforeEach(() => {
  asked = [];
  said = '';
  stands = { reviewStatus: 'init' };
});

const LIST = [SUMSUB, ONFIDO, CHECK_SIMULATOR];
const env = () => ({
  PROVIDER_SUMSUB_APP_TOKEN: 'sbx:a',
  PROVIDER_SUMSUB_SECRET_KEY: 'key',
  PROVIDER_SUMSUB_WEBHOOK_SECRETS: 'new, old',
  PROVIDER_SUMSUB_LEVEL: 'basic',
  PROVIDER_SUMSUB_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
});

/** The check of a passport that was just sent for review. */
async function begun(settings: Readonly<Record<string, string>>) {
  const { parts, database, config } = world;
  const given = { ...config, providers: readConfig(settings).providers };
  const base = {
    config: given,
    db: database.pool,
    vault: parts.vault,
    clock: { ...parts.clock, monotonic: () => 0 },
    log,
  };
  const providers = createProviders({ ...base, providerList: LIST } as Parameters<typeof createProviders>[0]);
  const checkParts = { ...parts, db: database.pool, log, providers, legalNames: world.names };
  providers.add(checkDeliveries(checkParts) as unknown as Parameters<typeof providers.add>[0]);
  const userId = await world.person();
  const review = await sendPassport(world, userId);
  const [job] = checkJobs(checkParts);
  const run = { attempt: 1, isLast: false, signal: new AbortController().signal };
  const begin = async () => (await job!.load())({ userId, document: 'governmentId' }, run);
  await begin();
  /** Does what waits, in the order in which it came. */
  const work = async () => {
    const { rows } = await database.pool.query<{ no: string }>(
      'SELECT no::text FROM provider_delivery WHERE handled_at IS NULL ORDER BY no',
    );
    for (const { no } of rows) await providers.handle(no, run);
  };
  const outcome = async () => (await checksOf(database.pool, review)).map((check) => check.outcome);
  return { providers, begin, work, outcome, checkParts };
}

/** A message of Sumsub about the check that was begun last. */
function message(second: number, fields: object, secret = 'new') {
  const body = Buffer.from(
    JSON.stringify({
      applicantId: 'applicant1',
      correlationId: `req-${reference}-${second}`,
      externalUserId: reference,
      type: 'applicantReviewed',
      createdAtMs: `2026-11-20 12:00:0${second}.000`,
      ...fields,
    }),
  );
  return { body, headers: { 'x-payload-digest': createHmac('sha256', secret).update(body).digest('hex') } };
}

const PASSED = { reviewStatus: 'completed', reviewResult: { reviewAnswer: 'GREEN' } };
const PENDING = { type: 'applicantPending', reviewStatus: 'pending' };

describe('a provider that is set up', () => {
  it('is sent the picture under a reference of ours, signed, once', async () => {
    const { begin, outcome } = await begun(env());
    expect(asked.map(({ what }) => what)).toEqual([
      'POST /resources/applicants',
      'POST /resources/applicants/applicant1/info/idDoc',
      'POST /resources/applicants/applicant1/status/pending',
    ]);
    const [made, picture] = asked;
    expect(picture?.body).toContain('{"idDocType":"PASSPORT","country":""}');
    expect(picture?.body).toContain('\u00ff\u00d8\u00ff');
    // Nothing of an account is told.
    expect(Object.keys(JSON.parse(made?.body ?? '{}') as object)).toEqual(['externalUserId', 'fixedInfo']);
    const seconds = String(made?.headers['x-app-access-ts']);
    const signed = `${seconds}POST/resources/applicants?levelName=basic${made?.body}`;
    expect(made?.headers['x-app-access-sig']).toBe(createHmac('sha256', 'key').update(signed).digest('hex'));
    await begin();
    expect(asked).toHaveLength(3);
    expect(await outcome()).toEqual([null]);
  });

  it.each([
    ['in their order', [1, 2, 3]],
    ['the last first', [3, 1, 2]],
    ['each twice', [2, 2, 3, 3, 1, 1]],
  ])('ends in what its newest message tells, %s', async (_name, order) => {
    const { providers, work, outcome } = await begun(env());
    const told: Readonly<Record<number, object>> = {
      1: { type: 'applicantCreated', reviewStatus: 'init' },
      2: PENDING,
      3: PASSED,
    };
    for (const second of order) {
      stands = told[second]!;
      // While one secret takes the place of the other, either is in use.
      await providers.take('sumsub', message(second, told[second]!, second === 2 ? 'old' : 'new'));
      await work();
    }
    expect(await outcome()).toEqual(['PASSED']);
  });

  it('is believed about what it says when it is asked, and not by a message alone', async () => {
    const { providers, work, outcome } = await begun(env());
    stands = { reviewStatus: 'completed', reviewResult: { reviewAnswer: 'RED', reviewRejectType: 'FINAL' } };
    expect(await providers.take('sumsub', message(3, PASSED))).toBe('taken');
    await work();
    expect(await outcome()).toEqual(['REFUSED']);
    expect(await providers.take('sumsub', message(4, PASSED, 'a stranger'))).toBe('unsigned');
  });

  it('rings for a status that nobody knows, and nothing follows from it', async () => {
    const { providers, work, outcome } = await begun(env());
    await providers.take('sumsub', message(3, { reviewStatus: 'dreaming' }));
    stands = { reviewStatus: 'dreaming' };
    await providers.take('sumsub', message(4, PASSED));
    await work();
    expect(said.match(/"alarm":"provider","provider":"sumsub","status":"dreaming"/g)).toHaveLength(2);
    expect(await outcome()).toEqual([null]);
  });

  it('is asked again when it has said nothing for an hour', async () => {
    const { outcome, checkParts } = await begun(env());
    stands = PASSED;
    await lookAgain(checkParts);
    expect(await outcome()).toEqual([null]);
    const now = world.clock.at;
    world.clock.at += 3_600_001;
    await lookAgain(checkParts);
    world.clock.at = now;
    expect(await outcome()).toEqual(['PASSED']);
  });
});

it('the simulator of a sandbox passes what it is sent, on the way of all messages', async () => {
  const { providers, work, outcome } = await begun({});
  await work();
  expect(await outcome()).toEqual(['PASSED']);
  const forged = Buffer.from(JSON.stringify({ reference, status: 'passed', at: 1 }));
  expect(await providers.take('documentsim', { headers: {}, body: forged })).toBe('unsigned');
});
