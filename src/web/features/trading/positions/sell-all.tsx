import { useState } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/button.tsx';
import { late } from '#web/ui/late.tsx';
import type { OpenListProps } from './open-state.tsx';
import { allSold } from './sale-values.ts';

const SellAllSheet = late(() => import('./sell-all-sheet.tsx'), { close: (props) => props.onClose() });

/** Opens the sale of all that can be sold, where there are several. */
export function SellAll({ list, className }: { readonly list: OpenListProps; readonly className?: string }) {
  const { t } = useTranslation('trading');
  const [open, setOpen] = useState(false);
  const total = allSold(list.predictions, list.values);
  if (!open && (total === null || total.count < 2)) return null;
  return (
    <>
      <Button variant="ghost" size="sm" className={className} onClick={() => setOpen(true)}>
        {t('sale.all')}
      </Button>
      {open ? <SellAllSheet list={list} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
