import { useTranslation } from '#web/i18n/use-translation.ts';
import { useShell } from '#web/shell-context.ts';
import { link, pathOf } from '#web/site.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { Sheet } from '#web/ui/sheet.tsx';

/** Asks before one leaves play money for one's own. Without a session the way leads to sign-in and back. */
export function RealSheet(props: { readonly open: boolean; readonly onOpenChange: (open: boolean) => void }) {
  const { t } = useTranslation('trading');
  const { config, locale } = useShell();
  return (
    <Sheet open={props.open} onOpenChange={props.onOpenChange} title={t('real.title')} description={t('real.text')}>
      <div className="flex flex-wrap justify-end gap-2 max-md:flex-col-reverse">
        <Button variant="ghost" onClick={() => props.onOpenChange(false)}>
          {t('real.stay')}
        </Button>
        <a href={link(config, 'main', pathOf('trading', locale))} className={buttonClass({ variant: 'primary' })}>
          {t('real.go')}
        </a>
      </div>
    </Sheet>
  );
}
