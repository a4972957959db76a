import { Zap, ZapOff } from 'lucide-react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { IconButton } from '#web/ui/button.tsx';
import { Popover } from '#web/ui/menu.tsx';
import { Switch } from '#web/ui/form/switch.tsx';

export interface OneClickProps {
  readonly state: 'on' | 'off';
  readonly onState: (state: 'on' | 'off') => void;
  readonly className?: string;
}

/** Does one tap place, or does it ask first? */
export function OneClickSwitch({ state, onState, className }: OneClickProps) {
  const { t } = useTranslation('trading');
  return (
    <Switch
      checked={state === 'on'}
      onChange={(on) => onState(on ? 'on' : 'off')}
      label={t('ticket.one_click')}
      {...(className === undefined ? {} : { className })}
    />
  );
}

/** The same where the ticket has no line to spare: its sign says how it stands. */
export function OneClickButton({ state, onState, className }: OneClickProps) {
  const { t } = useTranslation('trading');
  return (
    <div className={className}>
      <Popover
        align="end"
        className="w-64"
        trigger={
          <IconButton label={t('ticket.one_click')} data-one-click={state}>
            {state === 'on' ? <Zap aria-hidden /> : <ZapOff aria-hidden />}
          </IconButton>
        }
      >
        <OneClickSwitch state={state} onState={onState} />
      </Popover>
    </div>
  );
}
