import { CircleCheck, CircleX } from 'lucide-react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useFormats } from '#web/shell-context.ts';
import { Button } from '#web/ui/button.tsx';
import { LoadProblem } from '#web/ui/call/load-problem.tsx';
import { Num } from '#web/ui/num.tsx';
import { Panel, PanelBody } from '#web/ui/panel.tsx';
import { Skeleton } from '#web/ui/states.tsx';
import { useDeviceName } from './device-label.tsx';
import { useCountryName } from '../use-country-name.ts';
import { useSignIns } from './use-security.ts';
import type { SignInRow } from './use-security.ts';

const METHODS = ['password', 'otp', 'passkey', 'registration', 'oidc', 'telegram'] as const;
type Method = (typeof METHODS)[number];
const isMethod = (text: string): text is Method => (METHODS as readonly string[]).includes(text);

/** Sign-ins and failed tries, newest first. */
export function HistoryPanel() {
  const { t } = useTranslation('settings');
  const pages = useSignIns();
  const items = pages.rows;
  return (
    <Panel title={t('history.title')} text={t('history.text')}>
      {pages.isPending ? <Skeleton className="mx-4.5 mb-5 h-24 md:mx-6" /> : null}
      {pages.error !== null ? (
        <LoadProblem className="mx-4.5 mb-5 md:mx-6" error={pages.error} onRetry={() => void pages.refetch()} />
      ) : null}
      {pages.isSuccess && items.length === 0 ? (
        <PanelBody className="text-13 text-mut">{t('table.empty')}</PanelBody>
      ) : null}
      <ul>
        {items.map((item) => (
          <Row key={item.id} item={item} />
        ))}
      </ul>
      {pages.hasNextPage ? (
        <PanelBody className="border-t border-line pt-4">
          <Button size="sm" aria-disabled={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
            {t('notif.load_more')}
          </Button>
        </PanelBody>
      ) : null}
    </Panel>
  );
}

function Row({ item }: { readonly item: SignInRow }) {
  const { t } = useTranslation('settings');
  const formats = useFormats();
  const nameOf = useDeviceName();
  const placeOf = useCountryName();
  const good = item.outcome === 'OK';
  return (
    <li className="flex items-start gap-3 border-t border-line px-4.5 py-3 text-13 md:px-6">
      {good ? (
        <CircleCheck aria-hidden className="mt-px size-4 shrink-0 text-ok" />
      ) : (
        <CircleX aria-hidden className="mt-px size-4 shrink-0 text-bad" />
      )}
      <div className="min-w-0 flex-1">
        <p className="font-540">
          {item.outcome === 'OK'
            ? t('history.ok', { how: t(isMethod(item.method) ? `history.by.${item.method}` : 'history.by.other') })
            : t(`history.${item.outcome}`)}
        </p>
        <p className="flex flex-wrap gap-x-2.5 text-mut">
          <bdi>{nameOf(item.userAgent)}</bdi>
          {item.country === null ? null : <span>{placeOf(item.country)}</span>}
          {item.address === null ? null : <Num as="bdi">{item.address}</Num>}
          <time dateTime={item.at}>{formats.dateTime(Date.parse(item.at))}</time>
        </p>
      </div>
    </li>
  );
}
