import { useState } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { toDecimal, type Usdt } from '#domain/money.ts';
import { useSession } from '#web/api/session.tsx';
import { useFormats } from '#web/shell-context.ts';
import { Button } from '#web/ui/button.tsx';
import { Num } from '#web/ui/num.tsx';
import { Sheet } from '#web/ui/sheet.tsx';
import { KeyValues } from '#web/ui/show/key-values.tsx';
import { showToast } from '#web/ui/toast.tsx';
import type { OpenListProps } from './open-state.tsx';
import { allSold, leastOf } from './sale-values.ts';

/** The server answers a sale within 15 s, whatever comes of it. */
const ANSWERED_WITHIN_MS = 16_000;
/** The engine takes five acts of a person a second. */
const APART_MS = 250;

/** Sells every open prediction that can be sold: each by itself, for its own minimum. */
export default function SellAllSheet(props: { readonly list: OpenListProps; readonly onClose: () => void }) {
  const { t } = useTranslation('trading');
  const formats = useFormats();
  const { client } = useSession();
  const [selling, setSelling] = useState(false);
  const { predictions, values } = props.list;
  const total = allSold(predictions, values);
  const sell = async () => {
    if (selling || total === null) return;
    setSelling(true);
    const sales = predictions.flatMap(({ id }) => {
      const value = values.get(id);
      return value === undefined ? [] : [{ params: { id }, body: { minCredit: leastOf(value) } }];
    });
    const ends = await Promise.allSettled(
      sales.map(async (sale, at) => {
        await new Promise((resolve) => setTimeout(resolve, at * APART_MS));
        return client.call('sale.sell', sale, { timeoutMs: ANSWERED_WITHIN_MS });
      }),
    );
    const count = ends.filter(({ status }) => status === 'rejected').length;
    // Each that was sold is told by itself.
    if (count > 0) showToast({ id: 'sell-all', tone: 'warn', title: t('sale.all_left', { count }) });
    props.onClose();
  };
  const money = (amount: Usdt, how: { readonly signed?: boolean } = {}) => (
    <Num>{formats.own(toDecimal(amount, 2), how)}</Num>
  );
  return (
    <Sheet open onOpenChange={props.onClose} title={t('sale.all_title')} description={t('sale.all_text')}>
      <div className="grid gap-4">
        <KeyValues
          className="rounded-field bg-s2 p-3.5"
          items={[
            { id: 'count', label: t('sale.all_count'), value: <Num>{formats.number(total?.count ?? 0)}</Num> },
            { id: 'now', label: t('sale.now'), value: total === null ? '–' : money(total.credit), big: true },
            {
              id: 'profit',
              label: t('sale.profit'),
              value: total === null ? '–' : money(total.profit, { signed: true }),
            },
          ]}
        />
        <Button variant="primary" size="lg" wide aria-disabled={selling || total === null} onClick={() => void sell()}>
          {selling
            ? t('sale.selling')
            : total === null
              ? t('sale.no_quote')
              : t('sale.all_button', { amount: formats.own(toDecimal(total.credit, 2)) })}
        </Button>
      </div>
    </Sheet>
  );
}
