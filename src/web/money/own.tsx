import type { MoneyOptions, Numeric } from '../i18n/format.ts';
import { useFormats } from '../shell-context.ts';
import { Num } from '../ui/num.tsx';

/** Money of the person: dots of one width where they hide their amounts. Inside a sentence it is `formats.own`. */
export function Own({
  amount,
  className,
  ...how
}: MoneyOptions & { readonly amount: Numeric; readonly className?: string }) {
  const formats = useFormats();
  return <Num className={className}>{formats.own(amount, how)}</Num>;
}
