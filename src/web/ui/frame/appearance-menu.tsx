import { ArrowDown, ArrowUp, Palette } from 'lucide-react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { COLOURS, COLOUR_SAMPLES, THEMES } from '../../appearance.ts';
import { cx } from '../cx.ts';

const CHOICE =
  'flex min-h-9 items-center justify-center gap-2 rounded-[9px] px-2.5 text-13 text-mut hover:bg-s3 hover:text-text aria-pressed:bg-brand-soft aria-pressed:text-text aria-pressed:shadow-[inset_0_0_0_1.5px_var(--color-brand-text)] pointer-coarse:min-h-11';

/** What the head's script reads; React leaves `aria-pressed` to it. */
export function ThemeSwitch() {
  const { t } = useTranslation('common');
  return (
    <fieldset className="grid grid-cols-3 gap-1">
      <legend className="mb-2 text-12 text-mut">{t('theme.title')}</legend>
      {THEMES.map((theme) => (
        <button key={theme} type="button" data-set-theme={theme} className={CHOICE} suppressHydrationWarning>
          {t(`theme.${theme}`)}
        </button>
      ))}
    </fieldset>
  );
}

export function ColourSwitch() {
  const { t } = useTranslation('common');
  return (
    <fieldset className="grid gap-1">
      <legend className="mb-2 text-12 text-mut">{t('colours.title')}</legend>
      {COLOURS.map((colours) => (
        <button
          key={colours}
          type="button"
          data-set-colours={colours}
          className={cx(CHOICE, 'justify-start')}
          suppressHydrationWarning
        >
          <span className="flex gap-0.5 rounded-chip bg-[#0f141c] p-0.5" aria-hidden>
            <ArrowUp className="size-4" color={COLOUR_SAMPLES[colours][0]} />
            <ArrowDown className="size-4" color={COLOUR_SAMPLES[colours][1]} />
          </span>
          <span className="text-start">{t(`colours.${colours}`)}</span>
        </button>
      ))}
    </fieldset>
  );
}

/**
 * Theme and colour set, kept on this device. Works without framework code. On phones the panel lies below the whole bar: below its button it
 * would reach over the edge of the window.
 */
export function AppearanceMenu({ className }: { readonly className?: string }) {
  const { t } = useTranslation('common');
  return (
    <details data-menu="" className={cx('md:relative', className)}>
      <summary
        aria-label={t('appearance')}
        title={t('appearance')}
        className="grid size-9 place-items-center rounded-btn text-mut hover:bg-s2 hover:text-text pointer-coarse:size-11"
      >
        <Palette aria-hidden className="size-4.5" />
      </summary>
      <div className="absolute end-0 top-full z-30 mt-1.5 grid w-75 gap-2 overflow-y-auto max-md:end-4 max-md:max-h-[calc(100dvh-84px)] max-md:w-[min(300px,calc(100vw-32px))] rounded-trade border border-line2 bg-s2 p-3">
        <ThemeSwitch />
        <ColourSwitch />
      </div>
    </details>
  );
}
