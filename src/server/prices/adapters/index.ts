import type { Pair } from '#domain/prices/pair.ts';
import { USDT_USD } from '#domain/prices/pairs.ts';
import type { FeedDoorOptions, Source } from '../source.ts';
import { binance } from './binance.ts';
import { bybit } from './bybit.ts';
import { coinbase } from './coinbase.ts';
import { finnhub } from './finnhub.ts';
import { kraken } from './kraken.ts';
import { okx } from './okx.ts';
import { twelveData } from './twelvedata.ts';
import { UsdtRate } from './usdt-rate.ts';
import { createVenueSource } from './venue-source.ts';
import type { Listing } from './venue-source.ts';
import type { Venue } from './venue.ts';

/** The live sources of these pairs: venues that need a key are there only with one. Nothing is opened before `start`. */
export function createSources({ config, pairs, tools, log }: FeedDoorOptions): readonly Source[] {
  const { finnhub: finnhubKey, twelveData: twelveDataKey } = config.keys;
  const venues: readonly Venue[] = [
    binance,
    coinbase,
    kraken,
    okx,
    bybit,
    ...(finnhubKey === null ? [] : [finnhub(finnhubKey)]),
    ...(twelveDataKey === null ? [] : [twelveData(twelveDataKey)]),
  ];
  const rate = new UsdtRate();
  return venues.flatMap((venue) => {
    const listings = listingsOf(venue.name, pairs);
    if (listings.every(({ pairId }) => pairId === USDT_USD.id)) return [];
    return [createVenueSource({ venue, listings, rate, tools, log, random: Math.random })];
  });
}

/** What a venue calls our pairs, with USDT-USD where it states it. */
export function listingsOf(venue: string, pairs: readonly Pair[]): readonly Listing[] {
  const listings = pairs.flatMap((pair) => {
    const symbol = pair.sources[venue];
    return symbol === undefined
      ? []
      : [{ pairId: pair.id, symbol, inUsdt: pair.quote === 'USD' && symbol.endsWith('USDT') }];
  });
  const usdt = (USDT_USD.sources as Readonly<Record<string, string>>)[venue];
  return usdt === undefined ? listings : [...listings, { pairId: USDT_USD.id, symbol: usdt, inUsdt: false }];
}
