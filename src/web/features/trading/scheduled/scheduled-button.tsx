import { Clock } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { late } from '#web/ui/late.tsx';
import type { QuickTrading } from '../quick-trading-parts.tsx';
import type { WaitingListProps } from './waiting-list.tsx';

const LaterSheet = late(() => import('./scheduled-sheet.tsx'), { close: (props) => props.onClose() });

/** Opens the ticket of predictions that wait for a price or a time; for whoever is held back the list of them alone, on phones. */
export function ScheduledButton({ quick, list }: { readonly quick: QuickTrading; readonly list: WaitingListProps }) {
  const { t } = useTranslation('later');
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className={cx('shrink-0 [&_svg]:size-4', quick.restriction !== null && 'roomy:hidden')}
      >
        <Clock aria-hidden />
        {t('open')}
      </Button>
      {open ? <LaterSheet key={quick.ticket.pair.id} quick={quick} list={list} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
