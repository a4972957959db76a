import { HIDDEN_AMOUNT, useHiddenAmounts } from './hidden-amounts.ts';
import type { MoneyOptions, Numeric } from '../i18n/format.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { useFormats } from '../shell-context.ts';
import { Num } from '../ui/num.tsx';

/** Money of the person: dots of one width where they hide their amounts. Inside a sentence it is `formats.own`. */
export function Own({
  amount,
  className,
  ...how
}: MoneyOptions & { readonly amount: Numeric; readonly className?: string }) {
  const { t } = useTranslation('common');
  const formats = useFormats();
  const hidden = useHiddenAmounts();
  return (
    <Num className={className}>
      {hidden ? (
        <>
          <span aria-hidden>{HIDDEN_AMOUNT}</span>
          <span className="vh">{t('amount.hidden')}</span>
        </>
      ) : (
        formats.money(amount, how)
      )}
    </Num>
  );
}
