import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Lock } from 'lucide-react';
import { Fragment } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { CHANNELS, type NotificationChannel } from '#protocol/notification-kinds.ts';
import { useSession } from '#web/api/session.tsx';
import { Button } from '#web/ui/button.tsx';
import { TickBox } from '#web/ui/form/checkbox.tsx';
import { Panel, PanelBody } from '#web/ui/panel.tsx';
import { Banner, EmptyState, Skeleton } from '#web/ui/states.tsx';
import { showToast } from '#web/ui/toast.tsx';
import {
  opposite,
  rowChanges,
  turnable,
  withChanges,
  type Changes,
  type KindRow,
  type Preferences,
} from './switches.ts';

const KEY = ['notification-preferences'];
const GROUPS = ['trading', 'money', 'account'] as const;
/** Long enough to think better of it. */
const UNDO_MS = 8_000;

interface Wish {
  readonly changes?: Changes;
  readonly emailPaused?: boolean;
  /** Taking back is not offered again. */
  readonly isUndo?: true;
}

function usePreferences() {
  const { t } = useTranslation('notifications');
  const { client, state } = useSession();
  const queries = useQueryClient();
  const query = useQuery({
    queryKey: KEY,
    enabled: state.status === 'ready',
    queryFn: ({ signal }) => client.call('notifications.preferences', {}, { signal }),
  });
  const turn = useMutation({
    mutationFn: ({ changes, emailPaused }: Wish) =>
      client.call('notifications.setPreferences', {
        body: { ...(changes === undefined ? {} : { changes }), ...(emailPaused === undefined ? {} : { emailPaused }) },
      }),
    onMutate: async ({ changes = [], emailPaused }) => {
      await queries.cancelQueries({ queryKey: KEY });
      const before = queries.getQueryData<Preferences>(KEY);
      if (before === undefined) return;
      const after = withChanges(before, changes);
      queries.setQueryData(KEY, emailPaused === undefined ? after : { ...after, emailPaused });
    },
    onSuccess: (now, wish) => {
      queries.setQueryData(KEY, now);
      if (wish.isUndo !== true)
        showToast({ id: 'notifications', title: t('saved'), text: <Undo wish={wish} />, lasts: UNDO_MS });
    },
    onError: () => {
      showToast({ id: 'notifications', title: t('not_saved'), tone: 'warn' });
      return queries.invalidateQueries({ queryKey: KEY });
    },
  });
  const Undo = ({ wish }: { readonly wish: Wish }) => (
    <Button size="sm" variant="outline" onClick={() => turn.mutate(undoOf(wish))}>
      {t('undo')}
    </Button>
  );
  return { query, turn: (wish: Wish) => turn.mutate(wish) };
}

function undoOf({ changes, emailPaused }: Wish): Wish {
  return {
    isUndo: true,
    ...(changes === undefined ? {} : { changes: opposite(changes) }),
    ...(emailPaused === undefined ? {} : { emailPaused: !emailPaused }),
  };
}

/** What the person is told, and where: a switch for each kind and channel, saved at once. */
export function NotificationPreferences() {
  const { t } = useTranslation('notifications');
  const { query, turn } = usePreferences();
  const { data } = query;
  return (
    <Panel
      title={t('pref.title')}
      text={t('pref.text')}
      end={
        data === undefined ? undefined : (
          <Button size="sm" onClick={() => turn({ emailPaused: !data.emailPaused })}>
            {data.emailPaused ? t('resume') : t('pause')}
          </Button>
        )
      }
    >
      {query.isPending ? (
        <PanelBody>
          <Skeleton className="h-40" />
        </PanelBody>
      ) : null}
      {query.isError && data === undefined ? (
        <EmptyState
          title={t('load_failed')}
          action={<Button onClick={() => void query.refetch()}>{t('btn.retry')}</Button>}
        />
      ) : null}
      {data === undefined ? null : (
        <>
          {data.emailPaused ? (
            <PanelBody>
              <Banner>{t('paused')}</Banner>
            </PanelBody>
          ) : null}
          <Matrix preferences={data} onTurn={(changes) => turn({ changes })} />
        </>
      )}
    </Panel>
  );
}

interface Turning {
  readonly onTurn: (changes: Changes) => void;
}

function Matrix({ preferences, onTurn }: Turning & { readonly preferences: Preferences }) {
  const { t } = useTranslation('notifications');
  return (
    <table className="w-full table-fixed text-14">
      <thead>
        <tr className="text-12 text-mut">
          <th scope="col" className="py-2 ps-4.5 pe-1 text-start font-450 md:ps-6">
            {t('pref.event')}
          </th>
          {CHANNELS.map((channel) => (
            <th key={channel} scope="col" className="w-16 px-1 py-2 text-center font-450 sm:w-20 md:w-28">
              {t(`channel.${channel}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {GROUPS.map((group) => (
          <Fragment key={group}>
            <tr>
              <th
                scope="colgroup"
                colSpan={CHANNELS.length + 1}
                className="px-4.5 pt-4 pb-1.5 text-start text-12 font-450 text-mut md:px-6"
              >
                {t(`group.${group}`)}
              </th>
            </tr>
            {preferences.kinds
              .filter((row) => row.group === group)
              .map((row) => (
                <Row key={row.kind} row={row} onTurn={onTurn} />
              ))}
          </Fragment>
        ))}
      </tbody>
    </table>
  );
}

const HINTS = {
  prediction_settled: 'kind.prediction_settled.hint',
  round_settled: 'kind.round_settled.hint',
  event_settled: 'kind.event_settled.hint',
  event_moved: 'kind.event_moved.hint',
  event_alert: 'kind.event_alert.hint',
  order_filled: 'kind.order_filled.hint',
  order_ended: 'kind.order_ended.hint',
  scheduled_opened: null,
  scheduled_ended: 'kind.scheduled_ended.hint',
  week_summary: 'kind.week_summary.hint',
  deposited: null,
  transfer_received: null,
  transfer_sent: null,
  payment_requested: null,
  withdrawal_paid: null,
  avatar_ready: null,
  withdrawal_refused: null,
  balance_adjusted: null,
  support: null,
  idea: null,
  verification: 'kind.verification.hint',
  security: 'kind.security.hint',
  limits: 'kind.limits.hint',
} as const;

/** The name of a row is a button where it has switches: Space or Enter turns them all. */
function Row({ row, onTurn }: Turning & { readonly row: KindRow }) {
  const { t } = useTranslation('notifications');
  const name = t(`kind.${row.kind}`);
  const hint = HINTS[row.kind];
  const canTurn = turnable(row).length > 0;
  return (
    <tr className="border-t border-line">
      <th scope="row" className="py-3 ps-4.5 pe-1 text-start font-540 md:ps-6">
        {canTurn ? (
          <button
            type="button"
            title={t('row.hint')}
            aria-pressed={turnable(row).every((channel) => row[channel] === 'on')}
            onClick={() => onTurn(rowChanges(row))}
            className="mb-0.5 min-h-6 text-start pointer-coarse:-my-2.5 pointer-coarse:min-h-11"
          >
            {name}
          </button>
        ) : (
          name
        )}
        {hint === null ? null : <span className="block text-13 font-450 text-mut">{t(hint)}</span>}
      </th>
      {CHANNELS.map((channel) => (
        <td key={channel} className="px-1 py-3 text-center">
          <Cell row={row} channel={channel} onTurn={onTurn} />
        </td>
      ))}
    </tr>
  );
}

function Cell({ row, channel, onTurn }: Turning & { readonly row: KindRow; readonly channel: NotificationChannel }) {
  const { t } = useTranslation('notifications');
  const state = row[channel];
  if (state === 'none') return null;
  if (state === 'locked') {
    return (
      <span title={t('locked')} className="inline-grid size-6 place-items-center text-mut">
        <Lock aria-hidden className="size-4" />
        <span className="vh">{t('locked')}</span>
      </span>
    );
  }
  return (
    <label className="inline-grid size-6 cursor-pointer place-items-center pointer-coarse:size-11">
      <span className="vh">{`${t(`kind.${row.kind}`)}: ${t(`channel.${channel}`)}`}</span>
      <TickBox checked={state === 'on'} onChange={(on) => onTurn([{ kind: row.kind, channel, on }])} />
    </label>
  );
}
