import { ChevronDown } from 'lucide-react';
import type { FormProps } from '#web/shares/ticket/round-form.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Menu, MenuChoice } from '#web/ui/menu.tsx';

/** Market or limit on phones: one word beside the round, so that the fields below it stand above the button. */
export function KindMenu({ ticket, onChange }: Pick<FormProps, 'ticket' | 'onChange'>) {
  const { t } = useTranslation('rounds');
  const words = {
    market: ticket.side === 'BUY' ? t('kind.buy_now') : t('kind.sell_now'),
    limit: t('kind.limit'),
  } as const;
  return (
    <Menu
      className="min-w-40"
      trigger={
        <button
          type="button"
          data-kind-menu=""
          className="inline-flex min-h-9 items-center gap-1 font-540 text-brand-text pointer-coarse:min-h-11"
        >
          <span className="vh">{t('kind.label')} </span>
          {words[ticket.kind]}
          <ChevronDown aria-hidden className="size-4" />
        </button>
      }
    >
      <MenuChoice
        value={ticket.kind}
        onChange={(kind) => onChange({ kind })}
        items={(['market', 'limit'] as const).map((value) => ({ value, label: words[value] }))}
      />
    </Menu>
  );
}
