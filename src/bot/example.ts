import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { createBotClient, wordsOf, type BotClient } from './client.ts';
import { MarketMaker, type QuotedMarket } from './market-maker.ts';

/**
 * Makes a market in demo: a demo session (or the key in BOT_KEY), the next round of a pair or an event (`--event <slug>`), quotes on both
 * sides that follow the book, all cancelled at the end. `npm run bot:example -- --origin http://127.0.0.1:3000`
 */
const { values } = parseArgs({
  options: {
    origin: { type: 'string', default: 'http://127.0.0.1:3000' },
    /** An event by its address, in place of a round. */
    event: { type: 'string' },
    pair: { type: 'string', default: 'BTC-USD' },
    window: { type: 'string', default: '15m' },
    seconds: { type: 'string', default: '60' },
    shares: { type: 'string', default: '20' },
    /** Orders end so long after the last sign of life, s. */
    beat: { type: 'string', default: '15' },
  },
});

const started = Date.now();
const say = (line: string): void =>
  void process.stdout.write(`${((Date.now() - started) / 1_000).toFixed(1).padStart(6)} s  ${line}\n`);

/** A key of its owner where there is one; else a demo person, who comes without asking. */
async function signIn(client: BotClient): Promise<string> {
  const key = process.env['BOT_KEY'];
  if (key !== undefined) {
    client.become({ kind: 'bearer', token: key });
    return key;
  }
  const { accessToken, user } = await client.call('auth.demoSession', { body: {} });
  client.become({ kind: 'bearer', token: accessToken });
  say(`demo     ${user.role} with ${user.totalBalanceStr} USDT`);
  return accessToken;
}

/** The running round of the window where it goes on for long enough, else the next one; with quotes of the house rather than without. */
async function chooseRound(client: BotClient): Promise<QuotedMarket> {
  const { items } = await client.call('exchange.rounds', { query: { pair: values.pair } });
  const until = client.now() + Number(values.seconds) * 1_000;
  const open = items.filter(({ status, window }) => status === 'OPEN' && window === values.window);
  const fits = open.filter(({ cutOffAt }) => Date.parse(cutOffAt) > until);
  const round = fits.find(({ quoted }) => quoted) ?? fits[0] ?? open[0];
  if (round === undefined) throw new Error(`No ${values.window} round of ${values.pair} is open.`);
  say(`round    ${round.pair} ${round.window} ${round.startsAt} to ${round.endsAt}, market ${round.marketId}`);
  const { marketId, cutOffAt } = round;
  return { marketId, cutOffAt, outcomes: ['UP', 'DOWN'] };
}

/** The first market of an event that takes orders. */
async function chooseEvent(client: BotClient, slug: string): Promise<QuotedMarket> {
  const { markets } = await client.call('events.one', { params: { slug } });
  const open = markets.find(({ state }) => state === 'OPEN');
  if (open === undefined) throw new Error(`No market of ${slug} is open.`);
  const { marketId, cutOffAt, title } = open;
  say(`event    ${title} until ${cutOffAt}, market ${marketId}`);
  return { marketId, cutOffAt, outcomes: ['YES', 'NO'] };
}

/** Plays one book; gives its exit code. */
async function play(): Promise<number> {
  const client = createBotClient({ origin: values.origin });
  const token = await signIn(client);
  const { event } = values;
  const market = event === undefined ? await chooseRound(client) : await chooseEvent(client, event);
  const style = { edge: 10, lean: 0.2, shares: Number(values.shares) };
  const stop = new AbortController();
  const beatSeconds = Number(values.beat);
  const onFail = (): void => stop.abort();
  const maker = new MarketMaker({ client, token: () => token, market, style, say, beatSeconds, onFail });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  const timer = setTimeout(() => stop.abort(), Number(values.seconds) * 1_000);
  const stopped = once(stop.signal, 'abort');
  maker.start();
  await stopped;
  clearTimeout(timer);
  const wrong = await maker.stop();

  const { items: resting } = await client.call('exchange.orders', {
    query: { status: 'open', marketId: market.marketId },
  });
  const { placed, cancelled, requotes, fills, shares, refused } = maker.tally;
  say(
    `orders   ${placed} placed, ${cancelled} cancelled, ${requotes} requotes, ${refused} refused, ${resting.length} left`,
  );
  say(`fills    ${fills}, ${shares} shares`);
  return resting.length === 0 && wrong === null ? 0 : 1;
}

process.exitCode = await play().catch((error: unknown) => {
  say(`failed   ${wordsOf(error)}`);
  return 1;
});
