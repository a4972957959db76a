import type { ReactNode } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Num } from '#web/ui/num.tsx';
import { Segments } from '#web/ui/tabs.tsx';
import type { RoundMode } from '../use-round-mode.ts';

/** Quick or Round; on phones the book and the orders of the round beside them. `end`: what stands beside Quick. */
export function TicketTabs({ mode, end }: { readonly mode: RoundMode; readonly end: ReactNode }) {
  const { t } = useTranslation('trading');
  const kinds = [
    { value: 'quick' as const, label: t('tab.quick') },
    { value: 'round' as const, label: t('term.round') },
  ];
  return (
    <div className="flex gap-1 px-4 pt-3.5 short:pt-2.5 compact:px-3 compact:pt-2.5 tiny:flex-wrap">
      <Segments
        className="min-w-0 flex-1 tiny:basis-full"
        label={t('tab.label')}
        value={mode.tab}
        onChange={mode.setTab}
        items={kinds}
      />
      {mode.on ? (
        <div className="flex rounded-btn bg-s2 p-[3px] roomy:hidden">
          {(['book', 'orders'] as const).map((name) => (
            <button
              key={name}
              type="button"
              aria-haspopup="dialog"
              onClick={() => mode.setPhone(name)}
              className="min-h-7 rounded-[7px] px-2.5 text-13 font-540 whitespace-nowrap text-mut hover:text-text pointer-coarse:min-h-11"
            >
              {t(`tab.${name}`)}
              {name === 'orders' && mode.resting > 0 ? (
                <span className="ms-1 text-faint">
                  <Num>{mode.resting}</Num>
                </span>
              ) : null}
            </button>
          ))}
        </div>
      ) : (
        end
      )}
    </div>
  );
}
