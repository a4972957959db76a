import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { CallAnswer } from '#web/api/calls.ts';
import { useSession } from '#web/api/session.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useFormats, useShell } from '#web/shell-context.ts';
import { link, pathOf } from '#web/site.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { Num } from '#web/ui/num.tsx';
import { Panel, PanelBody } from '#web/ui/panel.tsx';

const NAMES = ['deposit_day', 'deposit_week', 'deposit_month'] as const;
type Name = (typeof NAMES)[number];
type View = CallAnswer<'limits.read'>['limits'][number];
const isSet = (view: View): view is View & { readonly name: Name; readonly amount: number; readonly used: number } =>
  NAMES.some((name) => name === view.name) && view.amount !== null && view.used !== null;

/** How much may still be deposited by the person's own limits; asked for before the first deposit, where none is set. */
export function LimitPanel() {
  const { t } = useTranslation('deposit');
  const { config, locale } = useShell();
  const { client, state } = useSession();
  const { data } = useQuery({
    queryKey: ['cashier', 'deposits', 'limits'],
    enabled: state.status === 'ready',
    queryFn: ({ signal }) => client.call('limits.read', undefined, { signal }),
  });
  if (data === undefined) return null;
  const set = data.limits.filter(isSet);
  return (
    <Panel
      title={t('limit.title')}
      text={set.length === 0 ? t('limit.none') : t('limit.over')}
      end={
        <Link
          to={link(config, 'dashboard', pathOf('settings-limits', locale))}
          className={buttonClass({ variant: 'outline', size: 'sm' })}
        >
          {t(set.length === 0 ? 'limit.set' : 'limit.change')}
        </Link>
      }
    >
      {set.length === 0 ? null : (
        <PanelBody className="grid gap-3">
          {set.map((view) => (
            <Used key={view.name} view={view} />
          ))}
        </PanelBody>
      )}
    </Panel>
  );
}

/** The spent part is amber, not red: to reach a limit is no fault. */
function Used({
  view,
}: {
  readonly view: View & { readonly name: Name; readonly amount: number; readonly used: number };
}) {
  const { t } = useTranslation('deposit');
  const formats = useFormats();
  const { amount, used } = view;
  const words = t('limit.used', { used: formats.own(view.usedStr ?? '0'), amount: formats.own(view.amountStr ?? '0') });
  return (
    <div className="grid gap-1.5">
      <p className="flex justify-between gap-3 text-13">
        <span className="text-mut">{t(`limit.${view.name}`)}</span>
        <Num>{words}</Num>
      </p>
      <div aria-hidden className="h-1.5 overflow-hidden rounded-pill bg-s3">
        <div
          className="h-full bg-warn"
          style={{ width: `${Math.min(100, amount === 0 ? 100 : (100 * used) / amount)}%` }}
        />
      </div>
    </div>
  );
}
