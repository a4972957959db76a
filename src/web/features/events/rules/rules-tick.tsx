import { useState, type RefObject } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Checkbox } from '#web/ui/form/checkbox.tsx';

export interface RulesTickProps {
  readonly read: boolean;
  readonly onRead: (read: boolean) => void;
  /** The order of now wants the rules to be read. */
  readonly asked: boolean;
  /** The rules are wanted: a sheet gives way to them. */
  readonly onRules: () => void;
  readonly ref: RefObject<HTMLDivElement | null>;
}

/**
 * "I’ve read the rules", with the way to them. Once ticked it stays where it is for this visit: the focus keeps its place, and the button
 * below does not come under the finger that ticked. By `key` it is one of its market.
 */
export function RulesTick({ read, onRead, asked, onRules, ref }: RulesTickProps) {
  const { t } = useTranslation('events');
  const [ticked, setTicked] = useState(false);
  if (!asked || (read && !ticked)) return null;
  return (
    <div ref={ref} className="rounded-field bg-s2 px-3.5 py-2.5 text-13">
      <Checkbox
        checked={read}
        onChange={(yes) => {
          setTicked(true);
          onRead(yes);
        }}
        label={t('slip.rules')}
      />
      <a
        href="#rules"
        onClick={onRules}
        className="ms-7.5 inline-flex min-h-6 items-center font-540 text-brand-text hover:underline pointer-coarse:min-h-11"
      >
        {t('rules.title')}
      </a>
    </div>
  );
}
