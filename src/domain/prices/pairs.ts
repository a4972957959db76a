import { usdt } from '../money.ts';
import type { HoursRule, Pair, PairGroup } from './pair.ts';

/**
 * Every pair of the product, in one table. `no` is for ever: it is part of the stream number, so rows are appended, never renumbered.
 * Numbers that follow from the group (durations, payout, limits) stand in GROUP_TERMS, so that a change is made once.
 */
interface Row {
  readonly no: number;
  readonly id: string;
  readonly name: string;
  readonly scale: number;
  readonly hours?: HoursRule;
  /** Venues that list the pair; names are derived per venue where the venue has a rule. */
  readonly venues?: readonly string[];
  readonly sources?: Readonly<Record<string, string>>;
  readonly recordedNames: readonly string[];
  readonly start: string;
  readonly volatility: number;
}

interface GroupTerms {
  readonly hours: HoursRule;
  readonly durations: readonly number[];
  readonly basePayoutBps: number;
  readonly maxStake: bigint;
}

const UNIT = 1_000_000n;
const MINUTE = 60;
const HOUR = 3_600;

/** Durations: docs/rules/predictions.md#durations. Base payout: docs/rules/predictions.md#payout. Stakes and caps: docs/rules/predictions.md#exposure. */
const GROUP_TERMS: Readonly<Record<PairGroup, GroupTerms>> = {
  crypto: {
    hours: 'always',
    durations: [30, 60, 120, 180, 300, 600, 900, 1_800, HOUR, 4 * HOUR, 24 * HOUR],
    basePayoutBps: 8_500,
    maxStake: 5_000n,
  },
  forex: {
    hours: 'forex',
    durations: [60, 120, 180, 300, 600, 900, 1_800, HOUR, 4 * HOUR],
    basePayoutBps: 8_500,
    maxStake: 5_000n,
  },
  comms: {
    hours: 'commodities',
    durations: [60, 120, 180, 300, 600, 900, 1_800, HOUR, 4 * HOUR],
    basePayoutBps: 8_200,
    maxStake: 2_000n,
  },
  stocks: {
    hours: 'usStocks',
    durations: [5 * MINUTE, 10 * MINUTE, 15 * MINUTE, 30 * MINUTE, HOUR],
    basePayoutBps: 8_000,
    maxStake: 2_000n,
  },
};

const FIVE = ['binance', 'coinbase', 'kraken', 'okx', 'bybit'] as const;

interface CoinTerms {
  readonly scale: number;
  readonly start: string;
  readonly volatility: number;
  readonly venues?: readonly string[];
}

function coin(no: number, [base, name]: readonly [string, string], terms: CoinTerms): Row {
  return { no, id: `${base}-USD`, name, recordedNames: [`${base}USD`, `${base}USDT`], venues: FIVE, ...terms };
}

function forex(no: number, [id, name]: readonly [string, string], terms: Pick<Row, 'start' | 'volatility'>): Row {
  const [base = '', quote = ''] = id.split('-');
  return {
    no,
    id,
    name,
    scale: quote === 'JPY' ? 4 : 6,
    sources: { finnhub: `OANDA:${base}_${quote}`, twelvedata: `${base}/${quote}` },
    recordedNames: [`${base}${quote}`],
    ...terms,
  };
}

function stock(no: number, [symbol, name]: readonly [string, string], terms: Pick<Row, 'start' | 'volatility'>): Row {
  return {
    no,
    id: `${symbol}-USD`,
    name,
    scale: 4,
    sources: { finnhub: symbol, twelvedata: symbol },
    recordedNames: [symbol],
    ...terms,
  };
}

const CRYPTO: readonly Row[] = [
  coin(1, ['BTC', 'Bitcoin'], { scale: 2, start: '91234.56', volatility: 0.55 }),
  coin(2, ['ETH', 'Ethereum'], { scale: 4, start: '3012.4000', volatility: 0.7 }),
  coin(3, ['SOL', 'Solana'], { scale: 4, start: '141.2500', volatility: 0.9 }),
  coin(4, ['XRP', 'XRP'], { scale: 5, start: '2.18450', volatility: 0.85 }),
  coin(5, ['DOGE', 'Dogecoin'], { scale: 6, start: '0.161200', volatility: 1 }),
  coin(6, ['ADA', 'Cardano'], { scale: 6, start: '0.471300', volatility: 0.9 }),
  coin(7, ['LTC', 'Litecoin'], { scale: 4, start: '94.6100', volatility: 0.75 }),
  coin(8, ['BNB', 'BNB'], { scale: 4, start: '905.3000', volatility: 0.6 }),
  coin(9, ['AVAX', 'Avalanche'], { scale: 4, start: '14.8200', volatility: 0.95 }),
  coin(10, ['LINK', 'Chainlink'], { scale: 4, start: '13.6400', volatility: 0.9 }),
  coin(11, ['DOT', 'Polkadot'], { scale: 4, start: '2.7400', volatility: 0.9 }),
  coin(12, ['TRX', 'TRON'], {
    scale: 6,
    start: '0.289100',
    volatility: 0.5,
    venues: ['binance', 'kraken', 'okx', 'bybit'],
  }),
  coin(13, ['BCH', 'Bitcoin Cash'], { scale: 4, start: '487.9000', volatility: 0.75 }),
  coin(14, ['XLM', 'Stellar'], { scale: 6, start: '0.252600', volatility: 0.9 }),
  coin(15, ['ATOM', 'Cosmos'], { scale: 4, start: '2.8900', volatility: 0.9 }),
  {
    no: 16,
    id: 'XRP-ETH',
    name: 'XRP / Ethereum',
    scale: 8,
    sources: { binance: 'XRPETH', kraken: 'XRP/ETH' },
    recordedNames: ['XRPETH'],
    start: '0.00072510',
    volatility: 0.6,
  },
];

const FOREX: readonly Row[] = [
  forex(17, ['EUR-USD', 'Euro / US dollar'], { start: '1.158420', volatility: 0.075 }),
  forex(18, ['GBP-USD', 'Pound / US dollar'], { start: '1.309150', volatility: 0.085 }),
  forex(19, ['USD-JPY', 'US dollar / Yen'], { start: '156.8400', volatility: 0.1 }),
  forex(20, ['NZD-USD', 'New Zealand dollar / US dollar'], { start: '0.561200', volatility: 0.1 }),
  forex(21, ['GBP-JPY', 'Pound / Yen'], { start: '205.3100', volatility: 0.11 }),
  forex(22, ['AUD-USD', 'Australian dollar / US dollar'], { start: '0.645300', volatility: 0.1 }),
  forex(23, ['USD-CAD', 'US dollar / Canadian dollar'], { start: '1.409800', volatility: 0.07 }),
  forex(24, ['USD-CHF', 'US dollar / Swiss franc'], { start: '0.806400', volatility: 0.08 }),
  forex(25, ['EUR-GBP', 'Euro / Pound'], { start: '0.880700', volatility: 0.06 }),
  forex(26, ['EUR-JPY', 'Euro / Yen'], { start: '181.2500', volatility: 0.1 }),
  forex(27, ['AUD-JPY', 'Australian dollar / Yen'], { start: '101.1800', volatility: 0.12 }),
  forex(28, ['EUR-CHF', 'Euro / Swiss franc'], { start: '0.931900', volatility: 0.06 }),
];

const COMMODITIES: readonly Row[] = [
  {
    no: 29,
    id: 'XAU-USD',
    name: 'Gold',
    scale: 4,
    recordedNames: ['XAUUSD'],
    sources: { finnhub: 'OANDA:XAU_USD', twelvedata: 'XAU/USD' },
    start: '4078.5000',
    volatility: 0.18,
  },
  {
    no: 30,
    id: 'XAG-USD',
    name: 'Silver',
    scale: 4,
    recordedNames: ['XAGUSD'],
    sources: { finnhub: 'OANDA:XAG_USD', twelvedata: 'XAG/USD' },
    start: '50.6200',
    volatility: 0.32,
  },
  {
    no: 31,
    id: 'WTI-USD',
    name: 'Crude oil (WTI)',
    scale: 3,
    recordedNames: ['WTIOIL'],
    sources: { finnhub: 'OANDA:WTICO_USD', twelvedata: 'WTI/USD' },
    start: '59.140',
    volatility: 0.36,
  },
  {
    no: 32,
    id: 'BRENT-USD',
    name: 'Crude oil (Brent)',
    scale: 3,
    recordedNames: ['BRENTOIL'],
    sources: { finnhub: 'OANDA:BCO_USD', twelvedata: 'XBR/USD' },
    start: '63.380',
    volatility: 0.34,
  },
  {
    no: 33,
    id: 'GC-USD',
    name: 'Gold futures',
    scale: 4,
    recordedNames: ['GC'],
    sources: { twelvedata: 'GC' },
    start: '4085.2000',
    volatility: 0.18,
  },
  // An exchange-traded fund: it is gold to the person, but it trades when the US stock exchanges do.
  {
    no: 34,
    id: 'GLD-USD',
    name: 'Gold trust (GLD)',
    scale: 4,
    recordedNames: ['GLD'],
    hours: 'usStocks' as const,
    sources: { finnhub: 'GLD', twelvedata: 'GLD' },
    start: '375.6000',
    volatility: 0.18,
  },
  {
    no: 35,
    id: 'XPT-USD',
    name: 'Platinum',
    scale: 4,
    recordedNames: ['XPTUSD'],
    sources: { finnhub: 'OANDA:XPT_USD', twelvedata: 'XPT/USD' },
    start: '1543.1000',
    volatility: 0.28,
  },
];

const STOCKS: readonly Row[] = [
  stock(36, ['IBM', 'IBM'], { start: '297.4400', volatility: 0.26 }),
  stock(37, ['AAPL', 'Apple'], { start: '266.2500', volatility: 0.28 }),
  stock(38, ['SPY', 'S&P 500 fund (SPY)'], { start: '652.5300', volatility: 0.16 }),
  stock(39, ['BAC', 'Bank of America'], { start: '51.0400', volatility: 0.25 }),
  stock(40, ['TSLA', 'Tesla'], { start: '395.2300', volatility: 0.55 }),
  stock(41, ['AMZN', 'Amazon'], { start: '217.1400', volatility: 0.32 }),
  stock(42, ['GOOG', 'Alphabet'], { start: '289.9800', volatility: 0.3 }),
  stock(43, ['MSFT', 'Microsoft'], { start: '478.4300', volatility: 0.24 }),
  stock(44, ['NVDA', 'NVIDIA'], { start: '180.6400', volatility: 0.45 }),
  stock(45, ['META', 'Meta Platforms'], { start: '589.1500', volatility: 0.36 }),
  stock(46, ['NFLX', 'Netflix'], { start: '105.6700', volatility: 0.35 }),
  stock(47, ['QQQ', 'Nasdaq 100 fund (QQQ)'], { start: '585.6700', volatility: 0.2 }),
];

/** What each venue calls `BASE-USD`; those that quote in USDT are converted by the sources (docs/rules/feeds.md#sources). */
const VENUE_NAMES: Readonly<Record<string, (base: string) => string>> = {
  binance: (base) => `${base}USDT`,
  coinbase: (base) => `${base}-USD`,
  kraken: (base) => `${base}/USD`,
  okx: (base) => `${base}-USDT`,
  bybit: (base) => `${base}USDT`,
};

/** Our own USDT-USD price comes from these; it is not a tradable pair and has no stream. */
export const USDT_USD = {
  id: 'USDT-USD',
  sources: { kraken: 'USDT/USD', coinbase: 'USDT-USD' },
} as const;

function sourcesOf(row: Row, base: string): Record<string, string> {
  const sources: Record<string, string> = { ...row.sources };
  for (const venue of row.venues ?? []) {
    const name = VENUE_NAMES[venue];
    if (name !== undefined) sources[venue] = name(base);
  }
  return sources;
}

function toPair(group: PairGroup, row: Row): Pair {
  const terms = GROUP_TERMS[group];
  const [base = '', quote = ''] = row.id.split('-');
  return {
    no: row.no,
    id: row.id,
    name: row.name,
    group,
    base,
    quote,
    scale: row.scale,
    hours: row.hours ?? terms.hours,
    sources: sourcesOf(row, base),
    recordedNames: row.recordedNames,
    durations: terms.durations,
    basePayoutBps: terms.basePayoutBps,
    minStake: usdt(UNIT),
    maxStake: usdt(terms.maxStake * UNIT),
    maxStakeDemo: usdt(10_000n * UNIT),
    bucketCap: usdt(25_000n * UNIT),
    pairCap: usdt(100_000n * UNIT),
    simulated: { start: row.start, volatility: row.volatility },
  };
}

export const PAIRS: readonly Pair[] = [
  ...CRYPTO.map((row) => toPair('crypto', row)),
  ...FOREX.map((row) => toPair('forex', row)),
  ...COMMODITIES.map((row) => toPair('comms', row)),
  ...STOCKS.map((row) => toPair('stocks', row)),
];
