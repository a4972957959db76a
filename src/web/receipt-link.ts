import type { PredictionWire } from '#protocol/trading.ts';
import { useShell } from './shell-context.ts';
import { link, pathOf } from './site.ts';

/** Address of the page that checks a settled prediction. */
export function useReceiptLink(): (prediction: Pick<PredictionWire, 'id' | 'realm'>) => string {
  const { config, locale } = useShell();
  return ({ id, realm }) => {
    const page =
      realm === 'demo'
        ? link(config, 'main', pathOf('checked-result-demo', locale))
        : link(config, 'dashboard', pathOf('checked-result', locale));
    return `${page}?id=${encodeURIComponent(id)}`;
  };
}
