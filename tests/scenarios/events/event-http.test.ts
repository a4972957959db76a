/** A market of an event by HTTP alone: written and opened at its desk, found and traded by people, void by two. */
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createBotClient } from '#bot/client.ts';
import { MarketMaker } from '#bot/market-maker.ts';
import { caller, until, type Ask } from '#tests/http-calls.ts';
import { proveAgain } from '#tests/matrix/objects.ts';
import { actsBy, ADMIN_ORIGIN, approveOpen, officeOf, type Office } from '#tests/office-calls.ts';
import { personOf, type Person } from '#tests/people.ts';
import { startTestServer, type TestServer } from '#tests/server.ts';
import { peopleTalk } from './comments-story.ts';

let server: TestServer;
let ask: Ask;
let office: Office;
let staff: Readonly<Record<'editor' | 'reviewer' | 'lead' | 'other', Person>>;
let ada: Person;
let ben: Person;

beforeAll(async () => {
  server = await startTestServer({ env: { ADMIN_ORIGIN } });
  ask = caller(server.origin);
  office = officeOf(server);
  staff = {
    editor: await personOf(server, 'EDITOR'),
    reviewer: await personOf(server, 'EDITOR'),
    lead: await personOf(server, 'ADMIN'),
    other: await personOf(server, 'ADMIN'),
  };
  ada = await personOf(server, 'DEMO');
  ben = await personOf(server, 'DEMO');
});
afterAll(() => server.stop());

const DRAFT = {
  category: 'sports',
  title: 'Final of the Cup',
  summary: 'At home on Sunday.',
  tags: ['Football', 'cup'],
  reason: 'asked for',
  openingPercent: 60,
  market: {
    title: 'Does the home side win?',
    rules: 'YES if it has more goals after 90 minutes.',
    source: 'https://league.example/final',
    backupSource: 'https://news.example/final',
    cutOffAt: new Date(Date.now() + 86_400_000).toISOString(),
    timeZone: 'Europe/Madrid',
    threshold: 'Goals, as the league has them.',
    ifTied: 'NO.',
    ifPostponed: 'Void after 7 days.',
    ifCancelled: 'Void.',
  },
};

const { title: _question, ...TERMS } = DRAFT.market;
/** As its fields are typed. */
const BEGUN = {
  ...TERMS,
  category: 'world',
  event: 'Who wins the race?',
  tags: 'race',
  outcomes: 'Heron\nSwift\n\n Neither ',
  openingPercent: '40',
};

it('is begun at its desk with all that it says, and changed until its review', async () => {
  const { editor, reviewer } = staff;
  const begin = (more: object) =>
    actsBy(office)('events/new', 'begin', editor)({ reason: 'asked for', fields: { ...BEGUN, ...more } });
  const faults = async (more: object) => (await begin(more)).json['error']?.['details']?.['fields'];
  expect(await faults({ event: 'Who' })).toEqual({ event: 'malformed' });
  expect(await faults({ category: 'weather' })).toEqual({ category: 'unknown' });
  expect(await faults({ outcomes: 'one' })).toEqual({ outcomes: 'malformed' });
  expect(await faults({ openingPercent: '100' })).toEqual({ openingPercent: 'malformed' });
  expect(await faults({ cutOffAt: 'soon' })).toEqual({ cutOffAt: 'malformed' });
  const made = await begin({});
  expect(made.json, made.text).toMatchObject({ opens: expect.stringMatching(/^\/office\/events\/[\da-f-]{36}$/) });
  const record = String(made.json['opens']).replace('/office/', '');
  const act = (name: string, who: Person, fields = {}) =>
    actsBy(office)(record, name, who)({ reason: `to ${name} it`, fields });
  const head = { category: 'world', event: 'Who is first?', summary: 'Of 2027.', tags: 'race, Sea' };
  expect((await act('describe', editor, { ...head, event: '' })).status).toBe(400);
  expect((await act('describe', editor, head)).json['said']).toBe('It says so now.');
  const add = (outcome: string) => act('outcome', editor, { outcome });
  expect((await add(' ')).status).toBe(400);
  expect((await add('Swift')).json['error']?.['details']?.['why']).toBe('It has an outcome of this name.');
  expect((await add('Gannet')).json['said']).toBe('It is one of them now.');
  expect((await act('submit', editor)).json['said']).toBe('It is review now.');
  expect((await add('Plover')).json['error']?.['details']?.['why']).toBe('Its state does not allow this now.');
  expect((await act('describe', editor, head)).json['error']?.['details']?.['why']).toBe(
    'Its state does not allow this now.',
  );
  expect((await act('approve', reviewer)).json['said']).toBe('It is open now.');
  expect((await ask('/api/v2/events/who-wins-the-race')).json).toMatchObject({
    title: 'Who is first?',
    summary: 'Of 2027.',
    tags: ['race', 'sea'],
    markets: [{ title: 'Heron' }, { title: 'Swift' }, { title: 'Neither' }, { title: 'Gannet' }],
  });
});

it('goes from its draft to its void', async () => {
  const made = await office('/api/v2/office/events', staff.editor, { method: 'POST', body: DRAFT });
  expect(made.status, made.text).toBe(201);
  const record = `events/${String(made.json['marketId'])}`;
  const act = (name: string, who: Person, fields = {}) =>
    actsBy(office)(record, name, who)({ reason: `to ${name} it`, fields });
  const slug = 'final-of-the-cup';
  expect((await ask(`/api/v2/events/${slug}`)).status).toBe(404);
  // Its desk names each field as the terms do.
  const rewrite = (openingPercent: string) =>
    act('rewrite', staff.editor, { ...DRAFT.market, isLive: 'no', openingPercent });
  expect((await rewrite('100')).json['error']?.['details']?.['fields']).toEqual({ openingPercent: 'malformed' });
  const drafted = await rewrite('70');
  expect(drafted.json['said'], drafted.text).toBe('It is draft now.');
  // Left empty it stays.
  expect((await rewrite('')).json['said']).toBe('It is draft now.');
  expect((await act('submit', staff.editor)).json['said']).toBe('It is review now.');
  const own = await act('approve', staff.editor);
  expect([own.status, own.json['error']?.['details']?.['why']]).toEqual([422, 'Another person must do this.']);
  expect((await act('approve', staff.reviewer)).json['said']).toBe('It is open now.');
  expect((await act('address', staff.editor, { slug: 'cup-final' })).json['said']).toBe('It is at cup-final now.');

  // The address before leads on, in the language of whoever asks.
  const found = await ask(`/api/v2/events/${slug}`, { token: ada.token, headers: { 'accept-language': 'de' } });
  expect(found.json).toMatchObject({
    slug: 'cup-final',
    language: 'en',
    isStale: false,
    tags: ['cup', 'football'],
    markets: [
      {
        title: DRAFT.market.title,
        rules: DRAFT.market.rules,
        state: 'OPEN',
        outcome: null,
        pays: null,
        prices: { last: null, volume: 0 },
        maker: { shares: 0, ifYes: 0, ifNo: 0 },
      },
    ],
  });
  for (const [query, count] of [
    ['category=sports&sort=closing', 1],
    ['category=politics', 0],
    ['tag=Football&search=CUP&status=open', 1],
    ['status=ended', 0],
  ] as const) {
    const list = async () => (await ask(`/api/v2/events?${query}`)).json['items'] as unknown as { slug: string }[];
    // What it is searched by is written each second.
    await expect.poll(async () => (await list()).length, { message: query }).toBe(count);
  }

  // By its tag, by a word that means the same, and with a slip of the finger.
  const finds = async (words: string) => {
    const { json } = await ask(`/api/v2/events?search=${encodeURIComponent(words)}`);
    return (json['items'] as unknown as object[]).length;
  };
  await until('its words are read', async () => ((await finds('fútbol')) === 1 ? true : null));
  expect(await Promise.all(['FOOT', 'final cup', 'fotball', 'golf', '?!'].map(finds))).toEqual([1, 1, 1, 0, 0]);

  await isWatched(String(found.json['id']));
  await isEmbedded(slug);
  await isAlerted((found.json['markets'] as unknown as { id: string }[])[0]!.id);

  const market = (found.json['markets'] as unknown as { id: string; marketId: string }[])[0]!;
  const order = (who: Person, outcome: string, price: string) =>
    ask('/api/v2/orders', {
      method: 'POST',
      token: who.token,
      headers: { 'idempotency-key': `${outcome}-${price}` },
      body: { marketId: market.marketId, outcome, side: 'BUY', type: 'LIMIT', price, shares: '10', timeInForce: 'GTC' },
    });
  await until('the engine takes orders', async () => {
    const { status } = await ask(`/api/v2/markets/${market.marketId}`, { token: ada.token });
    return status === 200 ? true : null;
  });
  // The house quotes it from its opening chance on, until staff takes its cap away: the rest is of two people alone.
  const booked = async () => (await ask(`/api/v2/markets/${market.marketId}/book`, { token: ada.token })).json;
  interface Booked {
    readonly quoted: boolean;
    readonly bids: readonly { readonly price: number }[];
    readonly asks: readonly { readonly price: number }[];
  }
  const { quoted, bids, asks } = await until('the house quotes it', async () => {
    const book = (await booked()) as unknown as Booked;
    return book.bids.length > 0 && book.asks.length > 0 ? book : null;
  });
  expect([quoted, bids[0]?.price, asks[0]?.price]).toEqual([true, 0.69, 0.71]);
  // A program quotes it as it does a round, and leaves nothing behind.
  const client = createBotClient({ origin: server.origin });
  client.become({ kind: 'bearer', token: ben.token });
  const { marketId } = market;
  const program = new MarketMaker({
    client,
    token: () => ben.token,
    market: { marketId, cutOffAt: DRAFT.market.cutOffAt, outcomes: ['YES', 'NO'] },
    style: { edge: 20, lean: 0, shares: 5 },
    say: () => undefined,
  });
  program.start();
  const rests = async () => (await client.call('exchange.orders', { query: { status: 'open', marketId } })).items;
  const both = await until('it quotes both sides', async () => {
    const items = await rests();
    return items.length === 2 ? items : null;
  });
  expect(both.map(({ outcome, price }) => `${outcome} ${price}`).toSorted()).toEqual(['NO 0.28', 'YES 0.68']);
  expect(await program.stop()).toBeNull();
  expect(await rests()).toEqual([]);
  await server.pool.query(
    `INSERT INTO setting_version (name, value, reason, made_at, from_at) VALUES ('maker.event_cap', 0, 'two people alone', now(), now())`,
  );
  await until('the house quotes no more', async () =>
    JSON.stringify((await booked())['quoted']) === 'false' ? true : null,
  );
  expect((await order(ben, 'NO', '0.40')).status).toBe(201);
  expect((await order(ada, 'YES', '0.60')).json).toMatchObject({
    status: 'FILLED',
    market: { kind: 'event', pair: null },
  });
  expect(await booked()).toMatchObject({ status: 'OPEN', quoted: false });
  // What somebody else would meet, and what was traded, in lists and on the page alike.
  expect((await order(ben, 'NO', '0.30')).status).toBe(201);
  const shown = { bid: null, ask: 0.7, last: 0.6, dayAgo: null, chance: 0.6, volume: 10 };
  for (const path of [`${slug}`, '?sort=volume', '?sort=volume&limit=1'])
    await until(`the prices of ${path}`, async () => {
      const { json } = await ask(`/api/v2/events${path.startsWith('?') ? '' : '/'}${path}`, { token: ada.token });
      const [one] = (json['items'] ?? [json]) as unknown as { markets: { prices: object }[] }[];
      const { prices } = one!.markets[0]!;
      return Object.entries(shown).every(([name, value]) => prices[name as keyof typeof prices] === value) || null;
    });
  const positions = await ask(`/api/v2/positions?marketId=${market.marketId}`, { token: ada.token });
  expect(positions.json).toMatchObject({ items: [{ outcome: 'YES', shares: 10 }] });
  for (const list of ['positions', 'fills', 'orders'])
    for (const [kind, count] of [
      ['event', 1],
      ['round', 0],
    ] as const) {
      const { json } = await ask(`/api/v2/${list}?kind=${kind}`, { token: ada.token });
      expect((json['items'] as unknown as object[]).length, `${list} of a ${kind}`).toBe(count);
    }

  await proveAgain(server, staff.lead.id);
  expect((await act('void', staff.lead, { why: 'CANCELLED' })).json['said']).toContain('second person');
  expect((await approveOpen(server, office, staff.other)).said).toBe('Approved and done.');
  await until('Ada has her money back', async () => {
    const { json } = await ask('/api/v2/user/profile', { token: ada.token });
    return (json['totalBalance'] as unknown as number) === 10_000 ? true : null;
  });
  const ended = await ask('/api/v2/events/cup-final', { token: ada.token });
  expect(ended.json).toMatchObject({
    markets: [
      {
        state: 'VOIDED',
        outcome: 'VOID',
        pays: 0.6,
        voidReason: 'CANCELLED',
        moves: [
          { move: 'approve', state: 'OPEN', by: 'EDITOR', people: 1, reason: 'to approve it' },
          { move: 'void', state: 'VOIDED', by: 'ADMIN', people: 2, reason: 'to void it' },
        ],
      },
    ],
  });
});

it('is talked about', async () => {
  const { json } = await ask('/api/v2/events/cup-final');
  const [market] = json['markets'] as unknown as { marketId: string }[];
  const { editor } = staff;
  const talk = peopleTalk({ server, office, editor, eventId: String(json['id']), book: market!.marketId });
  await expect(talk).resolves.toBeUndefined();
});

/** The page for frames: of others too, as the only one; it leads to the address of now with the code of who brings the visitor. */
async function isEmbedded(slug: string): Promise<void> {
  const embed = await fetch(`${server.origin}/embed/${slug}?theme=dark&lang=de&ref=ada-1`);
  const html = await embed.text();
  expect([embed.status, embed.headers.get('x-frame-options')]).toEqual([200, null]);
  expect(embed.headers.get('content-security-policy')).toMatch(
    /^default-src 'none'; style-src 'sha256-.*frame-ancestors \*$/,
  );
  expect(html).toContain('/de/events/cup-final?ref=ada-1');
  expect(html).toContain('class="dark"');
  expect(html).not.toContain('<script');
  const sly = await (await fetch(`${server.origin}/embed/${slug}?theme=%22x&ref=a%22b&lang=xx`)).text();
  expect([sly.includes('class="auto"'), sly.includes('?ref='), sly.includes('lang="en"')]).toEqual([true, false, true]);
  // What is shown beside a link has the chance on it, and is drawn once.
  const picture = async (path: string) =>
    Buffer.from(await (await fetch(`${server.origin}/embed/${path}`)).arrayBuffer());
  const [one, again, german] = [
    await picture(`${slug}/picture.png`),
    await picture(`${slug}/picture.png?lang=jp`),
    await picture(`${slug}/picture.png?lang=de`),
  ];
  expect(await sharp(one).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 });
  expect([again.equals(one), german.equals(one)]).toEqual([true, false]);
  expect((await fetch(`${server.origin}/embed/none/picture.png`)).status).toBe(404);
  const none = await fetch(`${server.origin}/embed/none`);
  expect([none.status, none.headers.get('x-frame-options')]).toEqual([404, 'DENY']);
  expect((await fetch(`${server.origin}/healthz`)).headers.get('content-security-policy')).toContain(
    "frame-ancestors 'none'",
  );
}

/** An alert that a person sets, changes and takes away, and nobody else. */
async function isAlerted(market: string): Promise<void> {
  const [eve, mallory] = [await personOf(server, 'USER'), await personOf(server, 'USER')];
  const as = (who: Person, line: string, body?: object) => {
    const [method = '', path = ''] = line.split(' ');
    return ask(`/api/v2/alerts${path}`, { method, token: who.token, ...(body === undefined ? {} : { body }) });
  };
  const made = await as(eve, 'POST', { kind: 'above', market, value: 600 });
  expect(made.json, made.text).toMatchObject({ kind: 'above', value: 600, slug: 'cup-final', firedAt: null });
  const id = String(made.json['id']);
  // The same once more is the same.
  expect((await as(eve, 'POST', { kind: 'above', market, value: 600 })).json['id']).toBe(id);
  for (const wrong of [{ kind: 'above', market, value: 1_000 }, { kind: 'new' }, { kind: 'closes', market }])
    expect((await as(eve, 'POST', wrong)).status).toBe(400);
  expect((await as(eve, 'POST', { kind: 'clarified', market: id })).status).toBe(404);
  for (const path of [`/${id}`, '/none']) {
    expect((await as(mallory, `PUT ${path}`, { value: 5 })).status).toBe(404);
    expect((await as(mallory, `DELETE ${path}`)).status).toBe(404);
  }
  expect((await as(eve, `PUT /${id}`, { value: 1_000 })).status).toBe(400);
  expect((await as(eve, `PUT /${id}`, { value: 700 })).json).toMatchObject({ id, value: 700 });
  for (let value = 1; value < 50; value++)
    expect((await as(eve, 'POST', { kind: 'below', market, value })).status).toBe(201);
  const more = await as(eve, 'POST', { kind: 'new', tag: 'Cup' });
  expect(more.json['error']?.['code']).toBe('AlertLimit');
  expect((await as(eve, `DELETE /${id}`)).json).toEqual({ removed: true });
  expect((await as(eve, 'POST', { kind: 'new', tag: 'Cup' })).json).toMatchObject({ tag: 'cup', market: null });
  const { json } = await as(eve, 'GET');
  expect([(json['items'] as unknown as object[]).length, json['most']]).toEqual([50, 50]);
}

/** An event on the list of one person alone, and off it again. */
async function isWatched(id: string): Promise<void> {
  const [eve, mallory] = [await personOf(server, 'USER'), await personOf(server, 'USER')];
  const watch = (at: string, watched: boolean) =>
    ask(`/api/v2/watch-list/${at}`, { method: 'PUT', token: eve.token, body: { watched } });
  const seen = async (who: Person | null) => {
    const token = who === null ? {} : { token: who.token };
    const { json } = await ask('/api/v2/events?watched=yes', token);
    return (json['items'] as unknown as { id: string }[]).map((event) => event.id);
  };
  for (const nothing of ['cup-final', '01990000-0000-7000-8000-000000000000'])
    expect((await watch(nothing, true)).status, nothing).toBe(404);
  for (const _ of ['once', 'again']) expect((await watch(id, true)).json).toEqual({ watched: true });
  expect((await ask('/api/v2/watch-list', { token: eve.token })).json).toEqual({ items: [id] });
  expect(await Promise.all([eve, mallory, ada, null].map(seen))).toEqual([[id], [], [], []]);
  expect((await watch(id, false)).status).toBe(200);
  expect(await seen(eve)).toEqual([]);
}
