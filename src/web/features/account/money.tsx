import { useTranslation } from '#web/i18n/use-translation.ts';
import { cx } from '#web/ui/cx.ts';
import { Num } from '#web/ui/num.tsx';

const DOTS = '••••••';

/** An amount, or dots of fixed width where the person hides them. */
export function Money(props: { readonly text: string; readonly hidden: boolean; readonly className?: string }) {
  const { t } = useTranslation('account');
  return props.hidden ? (
    <span className={cx('inline-block', props.className)}>
      <span aria-hidden>{DOTS}</span>
      <span className="vh">{t('balance.hidden')}</span>
    </span>
  ) : (
    <Num className={cx('inline-block', props.className)}>{props.text}</Num>
  );
}
