import { useTranslation } from '#web/i18n/use-translation.ts';
import { useFormats, useShell } from '#web/shell-context.ts';
import { link, pathOf } from '#web/site.ts';
import { cx } from '#web/ui/cx.ts';
import { Num } from '#web/ui/num.tsx';
import { ownStakeMax, tightestLoss, type LimitView } from './eligibility.ts';

/**
 * Under the ticket of real money: the own limit with the least room and what is used of it, and the way to the limits. Where none is set
 * a quiet way to set one, in wide windows. Windows that are low have no room for either.
 */
export default function LimitLine({ limits }: { readonly limits: readonly LimitView[] }) {
  const { t } = useTranslation(['trading', 'limits']);
  const formats = useFormats();
  const { config, locale } = useShell();
  const loss = tightestLoss(limits);
  const stake = ownStakeMax(limits);
  const isSet = loss !== null || stake !== null;
  return (
    <a
      href={link(config, 'dashboard', pathOf('settings-limits', locale))}
      data-limit-line={isSet ? 'set' : 'none'}
      className={cx(
        'grid shrink-0 gap-1.5 border-t border-line px-4 py-2.5 text-12 text-mut hover:text-text focus-visible:-outline-offset-2 compact:px-3 compact:py-2 [@media(max-height:43.75rem)]:hidden',
        isSet ? 'pointer-coarse:min-h-11 pointer-coarse:content-center' : 'compact:hidden',
      )}
    >
      {loss !== null ? (
        <>
          <Line label={t(`limits:name.${loss.name}`)}>
            {t('limits:used', { used: formats.own(loss.usedStr), amount: formats.own(loss.amountStr) })}
          </Line>
          <span aria-hidden className="block h-1 overflow-hidden rounded-pill bg-s3">
            <i className="block h-full rounded-pill bg-warn" style={{ width: `${loss.share * 100}%` }} />
          </span>
        </>
      ) : stake !== null ? (
        <Line label={t('limits:name.stake')}>{t('limits:up_to', { amount: formats.own(stake) })}</Line>
      ) : (
        <span className="text-brand-text">{t('limit.set')}</span>
      )}
    </a>
  );
}

function Line(props: { readonly label: string; readonly children: string }) {
  return (
    <span className="flex items-baseline justify-between gap-3">
      <span className="min-w-0">{props.label}</span>
      <Num className="shrink-0 font-540 text-text">{props.children}</Num>
    </span>
  );
}
