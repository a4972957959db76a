import { useCallback } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import type { PairWire } from '#protocol/trading.ts';
import { useFormats } from '../../shell-context.ts';

/** Commodities have names in every language; coins and companies keep their own. */
const NAMED = {
  'XAU-USD': 'pair.gold',
  'XAG-USD': 'pair.silver',
  'XPT-USD': 'pair.platinum',
  'WTI-USD': 'pair.wti',
  'BRENT-USD': 'pair.brent',
  'GC-USD': 'pair.gold_futures',
  'GLD-USD': 'pair.gold_trust',
} as const;

function isNamed(id: string): id is keyof typeof NAMED {
  return id in NAMED;
}

/** Names pairs in the document's language: currencies by Intl, commodities by their key, the rest as the data has them. */
export function usePairName(): (pair: Pick<PairWire, 'id' | 'market' | 'name' | 'base' | 'quote'>) => string {
  const { t } = useTranslation('common');
  const formats = useFormats();
  return useCallback(
    (pair) => {
      if (isNamed(pair.id)) return t(NAMED[pair.id]);
      if (pair.market !== 'forex') return pair.name;
      return `${formats.currency(pair.base)} / ${formats.currency(pair.quote)}`;
    },
    [t, formats],
  );
}
