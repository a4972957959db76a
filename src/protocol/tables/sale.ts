import { pathId } from '../codecs.ts';
import { endpoints } from '../endpoint.ts';
import { saleQuotesQuery, saleQuotesWire, saleQuoteWire, sellBody } from '../sale.ts';
import { predictionWire } from '../trading.ts';
import { TRADERS } from './callers.ts';

/** Selling an own quick prediction before its expiry. */
export const SALE = endpoints({
  quote: {
    method: 'GET',
    path: '/trade/predictions/:id/sale-quote',
    scope: 'read',
    summary: 'What an early sale would bring at the last price: an indication.',
    callers: TRADERS,
    params: pathId('a prediction'),
    answers: { 200: saleQuoteWire },
    refusals: ['NotFound', 'SaleLapsed', 'PriceFeedError'],
    owner: 'id',
    rate: 600,
  },
  quotes: {
    method: 'GET',
    path: '/trade/sale-quotes',
    scope: 'read',
    summary:
      'What early sales of several predictions would bring at the last prices: indications. Those that cannot be sold now are left out.',
    callers: TRADERS,
    query: saleQuotesQuery,
    answers: { 200: saleQuotesWire },
    refusals: ['PriceFeedError'],
    rate: 600,
  },
  sell: {
    method: 'POST',
    path: '/trade/predictions/:id/sell',
    scope: 'predict',
    summary:
      'Sells at the first price stated 500 ms after the request, for `minCredit` or more; answers when that price has come. No price within 10 s: the sale has lapsed and is not made later. Asked again in the same terms, whoever asks hears what the sale that is on its way, or made already, came to; in other terms, what theirs come to.',
    callers: TRADERS,
    params: pathId('a prediction'),
    body: sellBody,
    answers: { 200: predictionWire },
    refusals: ['NotFound', 'IdempotencyConflict', 'RequestExpired', 'SaleLapsed', 'PriceFeedError', 'UnavailableBet'],
    owner: 'id',
    idempotency: 'optional',
    rate: 600,
  },
});
