import { useTranslation } from '#web/i18n/use-translation.ts';
import { useFormats } from '#web/shell-context.ts';
import { digitsOf, moveOf } from './price-path.ts';

const MOVES = { '1': 'up', '0': 'same', '-1': 'down' } as const;

/** Both prices that decide and how far they lie apart, in one sentence; null where there are not both. Prices are texts of the same digits. */
export function usePriceSentence(): (start: string | null, end: string | null) => string | null {
  const { t } = useTranslation('verify');
  const formats = useFormats();
  const price = (text: string) => formats.price(text, digitsOf(text));
  return (start, end) => {
    if (start === null || end === null) return null;
    const { sign, size } = moveOf(start, end);
    return t('said.prices', { move: MOVES[sign], start: price(start), end: price(end), size: price(size) });
  };
}
