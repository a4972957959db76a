import { ArrowDown, ArrowUp } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import type { ReactNode } from 'react';
import { COLOURS, COLOUR_SAMPLES, LESS_MOTION, MOTION_KEY, THEMES, THEME_SAMPLES } from '#web/appearance.ts';
import type { Colours, Theme } from '#web/appearance.ts';
import { hideAmounts, useHiddenAmounts } from '#web/money/hidden-amounts.ts';
import { LOCALES, LOCALE_FACTS } from '#web/i18n/locales.ts';
import { useShell } from '#web/shell-context.ts';
import { inLocale } from '#web/site.ts';
import { Columns } from '#web/ui/market/columns.tsx';
import { Panel, PanelBody } from '#web/ui/panel.tsx';
import { Switch } from '#web/ui/form/switch.tsx';
import { MailLanguage } from './mail-language.tsx';
import { Everywhere, useEverywhere } from './security/everywhere.tsx';
import { useStoredSwitch } from './use-stored-switch.ts';
import { VolumeRow } from './volume-row.tsx';

const CARD =
  'group grid min-w-0 content-start rounded-trade p-2.5 pb-3 text-start font-540 shadow-[inset_0_0_0_1px_var(--color-line2)] hover:shadow-[inset_0_0_0_1px_var(--color-ctl)] aria-pressed:shadow-[inset_0_0_0_2px_var(--color-brand-text)]';

/** Theme, colours and language; each applies at once. The switches are those of every page, put on by the script of the head. */
export function AppearanceScreen() {
  // Buttons that came after the script ran do not know yet which of them is on.
  useEffect(() => {
    dispatchEvent(new Event('tikvo:appearance'));
  }, []);
  const everywhere = useEverywhere();
  return (
    <Columns
      main={
        <>
          <Themes onPick={everywhere.pick} />
          <ColourSets onPick={everywhere.pick} />
          <Everywhere {...everywhere} />
          <Languages />
        </>
      }
      side={<Comfort />}
    />
  );
}

/** The dot of one of a few. */
function Dot() {
  return (
    <span
      aria-hidden
      className="grid size-4.5 shrink-0 place-items-center rounded-pill shadow-[inset_0_0_0_1.5px_var(--color-ctl)] group-aria-pressed:bg-brand-text group-aria-pressed:shadow-none"
    >
      <span className="size-1.5 rounded-pill group-aria-pressed:bg-bg" />
    </span>
  );
}

function ThemeSample({ theme }: { readonly theme: Theme }) {
  const [page, panel, raised, brand] = THEME_SAMPLES[theme];
  return (
    <span
      aria-hidden
      className="mb-2.5 grid h-16 min-w-0 grid-cols-[34%_1fr] gap-1.5 overflow-hidden rounded-[9px] border border-line2 p-2 md:h-23"
      style={{ background: page }}
    >
      <span className="rounded-[5px]" style={{ background: panel, border: `1px solid ${raised}` }} />
      <span className="grid grid-rows-[1fr_auto] gap-1.5">
        <span className="h-5 rounded-[5px]" style={{ background: raised }} />
        <span className="h-3 rounded-[5px]" style={{ background: brand }} />
      </span>
    </span>
  );
}

interface Picking {
  readonly onPick: () => void;
}

function Themes({ onPick }: Picking) {
  const { t } = useTranslation(['settings', 'common']);
  return (
    <Panel title={t('common:theme.title')}>
      <PanelBody>
        <fieldset
          aria-label={t('common:theme.title')}
          className="grid grid-cols-3 gap-2 max-[22.4375rem]:grid-cols-1 md:gap-3"
        >
          {THEMES.map((theme) => (
            <button
              key={theme}
              type="button"
              data-set-theme={theme}
              className={CARD}
              onClick={onPick}
              suppressHydrationWarning
            >
              <ThemeSample theme={theme} />
              <span className="flex items-center gap-2 px-1 text-13 md:text-14">
                <Dot />
                <span className="min-w-0">{t(`common:theme.${theme}`)}</span>
              </span>
            </button>
          ))}
        </fieldset>
      </PanelBody>
    </Panel>
  );
}

function Sample({ colours }: { readonly colours: Colours }) {
  const { t } = useTranslation('common');
  const [up, down] = COLOUR_SAMPLES[colours];
  const half =
    'flex h-10 items-center justify-center gap-1.5 rounded-btn text-14 font-620 text-[#04150f] [&_svg]:size-4 [&_svg]:stroke-[2.75]';
  return (
    <span aria-hidden className="mb-3 grid grid-cols-2 gap-1.5">
      <span className={half} style={{ background: up }}>
        <ArrowUp />
        {t('dir.up')}
      </span>
      <span className={half} style={{ background: down }}>
        <ArrowDown />
        {t('dir.down')}
      </span>
    </span>
  );
}

function ColourSets({ onPick }: Picking) {
  const { t } = useTranslation(['settings', 'common']);
  return (
    <Panel title={t('common:colours.title')} text={t('colours.text')}>
      <PanelBody>
        <fieldset aria-label={t('common:colours.title')} className="grid gap-3 sm:grid-cols-2">
          {COLOURS.map((colours) => (
            <button
              key={colours}
              type="button"
              data-set-colours={colours}
              className={CARD}
              onClick={onPick}
              suppressHydrationWarning
            >
              <Sample colours={colours} />
              <span className="flex items-center gap-2">
                <Dot />
                <span className="min-w-0">{t(`common:colours.${colours}`)}</span>
              </span>
            </button>
          ))}
        </fieldset>
      </PanelBody>
    </Panel>
  );
}

function Languages() {
  const { t } = useTranslation('settings');
  const { locale, pathname } = useShell();
  return (
    <Panel title={t('language.title')}>
      <PanelBody className="grid gap-4">
        <ul className="grid grid-cols-2 gap-2 sm:grid-cols-3 xl:grid-cols-4">
          {LOCALES.map((other) => (
            <li key={other}>
              <a
                href={inLocale(pathname, other)}
                hrefLang={LOCALE_FACTS[other].lang}
                lang={LOCALE_FACTS[other].lang}
                aria-current={other === locale ? 'true' : undefined}
                className="flex min-h-11 items-center rounded-btn bg-s2 px-3 text-mut hover:bg-s3 hover:text-text aria-[current]:bg-brand-soft aria-[current]:text-text aria-[current]:shadow-[inset_0_0_0_1.5px_var(--color-brand-text)]"
              >
                {LOCALE_FACTS[other].name}
              </a>
            </li>
          ))}
        </ul>
        <MailLanguage />
      </PanelBody>
    </Panel>
  );
}

/** Less motion: at first as the device asks for it; what is chosen here stands above that, both ways. */
function useLessMotion(): ReturnType<typeof useStoredSwitch> {
  const [first, setFirst] = useState<'on' | 'off'>('off');
  useEffect(() => {
    const device = matchMedia(LESS_MOTION);
    const look = () => setFirst(device.matches ? 'on' : 'off');
    look();
    device.addEventListener('change', look);
    return () => device.removeEventListener('change', look);
  }, []);
  const { on, set } = useStoredSwitch(MOTION_KEY, first);
  return {
    on,
    set: (next) => {
      set(next);
      dispatchEvent(new Event('tikvo:appearance'));
    },
  };
}

function Comfort() {
  const { t } = useTranslation('settings');
  const motion = useLessMotion();
  const hidden = { on: useHiddenAmounts(), set: (on: boolean) => hideAmounts(on ? 'hide' : 'show') };
  const sound = useStoredSwitch('tikvo.sound', 'off');
  const shortcuts = useStoredSwitch('tikvo.shortcuts', 'on');
  const row = (label: ReactNode, hint: ReactNode, state: ReturnType<typeof useStoredSwitch>) => (
    <Switch
      className="border-t border-line px-4.5 py-3.5 md:px-6 [&_label]:text-14 [&_label]:font-540 [&_label]:text-text [&_label_span]:text-13 [&_label_span]:font-450 [&_label_span]:text-mut"
      label={label}
      hint={hint}
      checked={state.on}
      onChange={state.set}
    />
  );
  return (
    <Panel title={t('comfort.title')} text={t('comfort.text')}>
      {row(t('comfort.motion'), t('comfort.motion_text'), motion)}
      {row(t('comfort.hide'), t('comfort.hide_text'), hidden)}
      {row(t('comfort.sound'), t('comfort.sound_text'), sound)}
      <VolumeRow sound={sound.on ? 'on' : 'off'} />
      {row(t('comfort.keys'), t('comfort.keys_text'), shortcuts)}
    </Panel>
  );
}
