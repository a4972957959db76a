import { useTranslation } from '#web/i18n/use-translation.ts';
import { FOR_KNOWN } from '#web/ui/frame/account-links.tsx';
import { cx } from '#web/ui/cx.ts';
import { Kbd } from '#web/ui/form/field.tsx';
import { Sheet } from '#web/ui/sheet.tsx';
import { Switch } from '#web/ui/form/switch.tsx';

/** All keys of the screen, and the switch that turns them off (WCAG 2.1.4). */
export function ShortcutsSheet(props: {
  readonly open: boolean;
  readonly state: 'on' | 'off';
  readonly onOpenChange: (open: boolean) => void;
  readonly onState: (state: 'on' | 'off') => void;
}) {
  const { t } = useTranslation('trading');
  const rows = [
    { keys: ['Shift', '↑'], text: t('keys.up') },
    { keys: ['Shift', '↓'], text: t('keys.down') },
    { keys: ['1', '…', '5'], text: t('keys.amount') },
    { keys: ['Shift', '1', '…', '5'], text: t('keys.duration') },
    { keys: ['/'], text: t('keys.search') },
    // Whoever never signed in here has no account to go to.
    { keys: ['D'], text: t('keys.realm'), only: FOR_KNOWN },
    { keys: ['M'], text: t('keys.sound') },
    { keys: ['?'], text: t('keys.list') },
    { keys: ['Esc'], text: t('keys.close') },
  ];
  return (
    <Sheet
      open={props.open}
      onOpenChange={props.onOpenChange}
      title={t('keys.title')}
      description={t('keys.place_note')}
    >
      <dl className="grid gap-px">
        {rows.map((row) => (
          <div
            key={row.text}
            className={cx('flex items-center justify-between gap-4 border-b border-line py-2', row.only)}
          >
            <dt>{row.text}</dt>
            <dd dir="ltr" className="flex gap-1">
              {row.keys.map((key) => (
                <Kbd key={key} className="px-1.5! text-12! text-mut!">
                  {key}
                </Kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <Switch
        className="mt-4"
        checked={props.state === 'on'}
        onChange={(on) => props.onState(on ? 'on' : 'off')}
        label={t('keys.switch')}
      />
    </Sheet>
  );
}
