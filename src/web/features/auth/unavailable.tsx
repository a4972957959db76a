import { MapPinOff } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useShell } from '#web/shell-context.ts';
import { link, pathOf } from '#web/site.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { Heading } from './auth-frame.tsx';

/** For residents of a country that is not served: before anything was sent or stored. */
export function Unavailable(props: { readonly country: string; readonly onOther: () => void }) {
  const { t } = useTranslation(['auth', 'common']);
  const { config, locale } = useShell();
  const root = useRef<HTMLElement>(null);
  useEffect(() => root.current?.querySelector('h1')?.focus(), []);
  return (
    <section ref={root}>
      <Heading
        icon={<MapPinOff aria-hidden />}
        title={t('unavailable.title')}
        lead={t('unavailable.text', { brand: config.brand, country: props.country })}
      />
      <div className="mt-6 grid gap-2.5">
        <Button size="lg" wide variant="outline" onClick={props.onOther}>
          {t('unavailable.other')}
        </Button>
        <a
          href={link(config, 'main', pathOf('landing', locale))}
          className={buttonClass({ variant: 'ghost', size: 'lg', wide: true })}
        >
          {t('common:to_start')}
        </a>
      </div>
    </section>
  );
}
