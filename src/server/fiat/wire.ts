import { fiatText, OPEN_STATES } from '#domain/fiat/orders.ts';
import { moneyPair, toIso } from '#protocol/codecs.ts';
import type { FiatOrderWire } from '#protocol/fiat/fiat.ts';
import type { FiatParts } from './parts.ts';
import { RAMP_SEAT } from './seat.ts';
import { FIAT_SIMULATOR } from './simulator/simulator.ts';
import type { FiatOrder } from './store.ts';

/** What a person sees of an end that people made. */
const SHOWN = { KEPT: 'REVIEW', WON: 'CREDITED', LOST: 'CHARGEBACK' } as const;

/** An order as its person sees it. Its page is shown while it may still be paid. */
export function orderWire(
  { config, providers }: Pick<FiatParts, 'config' | 'providers'>,
  order: FiatOrder,
): FiatOrderWire {
  const { state, url } = order;
  const isOpen = OPEN_STATES.some((open) => open === state);
  const provider = providers.at(RAMP_SEAT).find(({ name }) => name === order.provider);
  const isGone = !isOpen || url === null || provider?.capabilities.freshPage === true;
  return {
    id: order.id,
    provider: order.provider,
    fiat: order.fiat,
    amountStr: fiatText(order.amount),
    feeStr: fiatText(order.fee),
    ...moneyPair('receive', order.receive),
    ...moneyPair('credited', order.credited),
    status: state === 'KEPT' || state === 'WON' || state === 'LOST' ? SHOWN[state] : state,
    offer: `${order.provider}.${order.method}`,
    url: isGone || url === null ? null : url.startsWith('/') ? `${config.origins.main}${url}` : url,
    at: toIso(order.madeAt),
    expiresAt: toIso(order.expiresAt),
    isTest: order.provider === FIAT_SIMULATOR.name,
  };
}
