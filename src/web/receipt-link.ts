import type { PredictionWire } from '#protocol/trading.ts';
import { useShell } from './shell-context.ts';
import { link, pathOf } from './site.ts';

/** Of the address of a receipt: its picture for others is open. */
export const SHARE_PART = '#share';

/** Address of the own page of the realm that checks results. */
function useOwnPage(): (realm: PredictionWire['realm']) => string {
  const { config, locale } = useShell();
  return (realm) =>
    realm === 'demo'
      ? link(config, 'main', pathOf('checked-result-demo', locale))
      : link(config, 'dashboard', pathOf('checked-result', locale));
}

/** Address of the page that checks a settled prediction. */
export function useReceiptLink(): (prediction: Pick<PredictionWire, 'id' | 'realm'>) => string {
  const page = useOwnPage();
  return ({ id, realm }) => `${page(realm)}?id=${encodeURIComponent(id)}`;
}

/** Address of the page that checks a round that has ended, with what one held in it. */
export function useRoundReceiptLink(): (round: {
  readonly market: string;
  readonly realm: PredictionWire['realm'];
}) => string {
  const page = useOwnPage();
  return ({ market, realm }) => `${page(realm)}?round=${encodeURIComponent(market)}`;
}

/** Whole address of the page that checks a round for everybody, without amounts. */
export function useRoundAddress(): (market: string) => string {
  const { config, locale } = useShell();
  return (market) => `${config.origins.main}${pathOf('checked-round', locale)}?round=${encodeURIComponent(market)}`;
}
