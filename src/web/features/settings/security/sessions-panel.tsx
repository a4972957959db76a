import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useSession } from '#web/api/session.tsx';
import { useFormats } from '#web/shell-context.ts';
import { Button } from '#web/ui/button.tsx';
import { LoadProblem } from '#web/ui/call/load-problem.tsx';
import { useSend } from '#web/ui/call/use-call.ts';
import { Num } from '#web/ui/num.tsx';
import { Panel, PanelRow } from '#web/ui/panel.tsx';
import { Banner, Chip, Skeleton } from '#web/ui/states.tsx';
import { DeviceIcon, useDeviceName } from './device-label.tsx';
import { useProofWords } from './proof-words.ts';
import { RemovalSheet } from './removal-sheet.tsx';
import { useCountryName } from '../use-country-name.ts';
import { useSecurityChanged, useSessions } from './use-security.ts';
import type { SessionRow } from './use-security.ts';

/** Where the person is signed in; one session, or all others, can be ended. */
export function SessionsPanel() {
  const { t } = useTranslation('settings');
  const sessions = useSessions();
  const [asking, setAsking] = useState<'yes' | 'no'>('no');
  const [ended, setEnded] = useState<readonly SessionRow[]>([]);
  const items = sessions.data?.items ?? [];
  const others = items.filter((item) => !item.current);
  return (
    <Panel
      title={t('auth.sessions')}
      text={t('sessions.text')}
      end={
        others.length === 0 ? null : (
          <Button variant="danger" size="sm" onClick={() => setAsking('yes')}>
            {t('sessions.end_others')}
          </Button>
        )
      }
    >
      {ended.length === 0 ? null : <Ended rows={ended} />}
      {sessions.isPending ? <Skeleton className="mx-4.5 mb-5 h-24 md:mx-6" /> : null}
      {sessions.isError ? (
        <LoadProblem className="mx-4.5 mb-5 md:mx-6" error={sessions.error} onRetry={() => void sessions.refetch()} />
      ) : null}
      {items.map((item) => (
        <Row key={item.id} item={item} />
      ))}
      {asking === 'yes' ? <EndOthers rows={others} onClose={() => setAsking('no')} onEnded={setEnded} /> : null}
    </Panel>
  );
}

function Ended({ rows }: { readonly rows: readonly SessionRow[] }) {
  const { t } = useTranslation('settings');
  const nameOf = useDeviceName();
  return (
    <output className="mx-4.5 mb-4 block rounded-field bg-ok-soft px-3.5 py-3 text-13 md:mx-6">
      <span className="flex items-center gap-2 font-540">
        <CircleCheck aria-hidden className="size-4 text-ok" />
        {t('sessions.ended', { count: rows.length })}
      </span>
      <ul className="mt-1.5 grid gap-0.5 ps-6 text-mut">
        {rows.map((row) => (
          <li key={row.id}>
            <bdi>{nameOf(row.userAgent)}</bdi> <Num as="bdi">{row.address}</Num>
          </li>
        ))}
      </ul>
    </output>
  );
}

function Row({ item }: { readonly item: SessionRow }) {
  const { t } = useTranslation('settings');
  const formats = useFormats();
  const changed = useSecurityChanged();
  const end = useSend('user.endSession', { toast: 'settings-problem', words: useProofWords(), onDone: changed });
  const nameOf = useDeviceName();
  const placeOf = useCountryName();
  return (
    <PanelRow
      stack
      icon={<DeviceIcon userAgent={item.userAgent} />}
      title={<bdi>{nameOf(item.userAgent)}</bdi>}
      text={
        <span className="flex flex-wrap gap-x-2.5">
          {item.country === null ? null : <span>{placeOf(item.country)}</span>}
          {item.address === null ? null : <Num as="bdi">{item.address}</Num>}
          <span>{t('sessions.seen', { time: formats.dateTime(Date.parse(item.lastSeenAt)) })}</span>
          <span>{t('sessions.since', { time: formats.dateTime(Date.parse(item.startedAt)) })}</span>
        </span>
      }
      end={
        item.current ? (
          <Chip tone="ok" icon={<CircleCheck aria-hidden />}>
            {t('sessions.this')}
          </Chip>
        ) : (
          <Button
            variant="ghost"
            size="sm"
            className="text-bad! hover:text-bad!"
            aria-label={t('sessions.end_one', { name: nameOf(item.userAgent) })}
            aria-disabled={end.busy}
            onClick={() => void end.send({ params: { id: item.id } })}
          >
            {t('sessions.end')}
          </Button>
        )
      }
    />
  );
}

function EndOthers(props: {
  readonly rows: readonly SessionRow[];
  readonly onClose: () => void;
  /** Those that were ended: also ones that the list did not show yet. */
  readonly onEnded: (rows: readonly SessionRow[]) => void;
}) {
  const { t } = useTranslation('settings');
  const { client } = useSession();
  const changed = useSecurityChanged();
  const nameOf = useDeviceName();
  return (
    <RemovalSheet
      title={t('sessions.end_others')}
      description={t('sessions.end_text')}
      action={t('sessions.end_confirm', { count: props.rows.length })}
      run={() => client.call('user.endOtherSessions')}
      onDone={({ ended }) => {
        props.onEnded(ended);
        void changed();
      }}
      onClose={props.onClose}
    >
      <ul className="mb-4 grid gap-2">
        {props.rows.map((row) => (
          <li
            key={row.id}
            className="flex items-center gap-3 rounded-field bg-s2 px-3.5 py-2.5 text-13 [&_svg]:size-4.5 [&_svg]:text-mut"
          >
            <DeviceIcon userAgent={row.userAgent} />
            <span className="min-w-0 flex-1">
              <bdi>{nameOf(row.userAgent)}</bdi>
            </span>
            <Num as="bdi" className="text-mut">
              {row.address}
            </Num>
          </li>
        ))}
      </ul>
      <Banner tone="info" className="mb-4">
        {t('sessions.end_hint')}
      </Banner>
    </RemovalSheet>
  );
}
