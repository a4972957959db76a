import { Check, Circle } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { PASSWORD_MIN, passwordFault } from '#domain/identity/password.ts';
import { cx } from '#web/ui/cx.ts';

const RULES = ['length', 'lower', 'upper', 'digit', 'special', 'common'] as const;
type Rule = (typeof RULES)[number];

/** Which rules a password keeps so far. The last one is judged once the others hold. */
export function rulesKept(password: string, own: readonly string[]): Readonly<Record<Rule, boolean>> {
  const shape = {
    length: Array.from(password).length >= PASSWORD_MIN,
    lower: /\p{Ll}/u.test(password),
    upper: /\p{Lu}/u.test(password),
    digit: /\p{Nd}/u.test(password),
    special: /[^\p{L}\p{M}\p{N}]/u.test(password),
  };
  return { ...shape, common: Object.values(shape).every(Boolean) && passwordFault(password, own) === null };
}

const SPOKEN_AFTER_MS = 1_000;

/** Rules that tick off while one types; read out after a pause, never red. */
export function PasswordRules({ password, own }: { readonly password: string; readonly own: readonly string[] }) {
  const { t } = useTranslation('settings');
  const kept = rulesKept(password, own);
  const open = RULES.filter((rule) => !kept[rule]);
  const said = open.length === 0 ? t('rule.all') : t('rule.open', { count: open.length });
  const [spoken, setSpoken] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSpoken(password === '' ? '' : said), SPOKEN_AFTER_MS);
    return () => clearTimeout(timer);
  }, [password, said]);
  return (
    <div>
      <ul aria-label={t('rule.title')} className="grid gap-x-4 gap-y-1.5 text-13 sm:grid-cols-2">
        {RULES.map((rule) => (
          <li key={rule} className={cx('flex items-start gap-2', kept[rule] ? 'text-text' : 'text-mut')}>
            {kept[rule] ? (
              <Check aria-hidden className="mt-0.5 size-3.5 shrink-0 stroke-[3] text-ok" />
            ) : (
              <Circle aria-hidden className="mt-0.5 size-3.5 shrink-0 text-ctl" />
            )}
            <span>{t(`rule.${rule}`, { count: PASSWORD_MIN })}</span>
            <span className="vh">{kept[rule] ? t('rule.kept') : t('rule.not_kept')}</span>
          </li>
        ))}
      </ul>
      <output className="vh">{spoken}</output>
    </div>
  );
}
