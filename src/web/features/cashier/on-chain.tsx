import { useTranslation } from '#web/i18n/use-translation.ts';
import { useFormats } from '#web/shell-context.ts';
import type { Transaction } from './use-cashier.ts';

/** As much of a hash as people compare. */
const START = 6;
const END = 4;

type Placed = Pick<NonNullable<Transaction['deposit']>, 'token' | 'rate' | 'txLink'> & {
  readonly txHash: string | null;
};

/** What one coin was counted as, where its price moves, and the transaction. */
export function OnChain({ of: { token, rate, txHash, txLink } }: { readonly of: Placed }) {
  const { t } = useTranslation('cashier');
  const formats = useFormats();
  const hash = txHash === null ? null : `${txHash.slice(0, START)}…${txHash.slice(-END)}`;
  return (
    <span className="block text-12 text-mut">
      {rate === null ? null : t('details.rate', { coin: token, amount: formats.money(rate) })}
      {rate === null || hash === null ? null : ' · '}
      {hash === null || txLink === null ? (
        <bdi dir="ltr" title={txHash ?? undefined} className="font-mono">
          {hash}
        </bdi>
      ) : (
        <a
          href={txLink}
          target="_blank"
          rel="noreferrer"
          title={txHash ?? undefined}
          className="inline-flex min-h-6 items-center text-brand-text underline"
        >
          <bdi dir="ltr" className="font-mono">
            {hash}
          </bdi>
        </a>
      )}
    </span>
  );
}
