import { useQuery, useQueryClient } from '@tanstack/react-query';
import { BellOff, BellRing } from 'lucide-react';
import type { ReactNode } from 'react';
import type { PushAnswer } from '#protocol/notifications.ts';
import { useSession } from '#web/api/session.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useFormats, useShell } from '#web/shell-context.ts';
import { Button } from '#web/ui/button.tsx';
import { LoadProblem } from '#web/ui/call/load-problem.tsx';
import { useCall, useSend } from '#web/ui/call/use-call.ts';
import { Panel, PanelBody, PanelRow } from '#web/ui/panel.tsx';
import { Banner, Skeleton } from '#web/ui/states.tsx';
import { showToast } from '#web/ui/toast.tsx';
import { DeviceIcon, useDeviceName } from '../security/device-label.tsx';
import { browserFacts, subscribeHere, unsubscribeHere } from './browser.ts';
import { pushState, type PushState } from './push-state.ts';

const DEVICES = ['push-devices'];
const HERE = ['push-here'];
const TOAST = 'push-problem';

/** Whether this browser is told by push, and which others are. */
export function PushPanel() {
  const { t } = useTranslation('settings');
  const { client, state } = useSession();
  const devices = useQuery({
    queryKey: DEVICES,
    enabled: state.status === 'ready',
    queryFn: ({ signal }) => client.call('notifications.pushDevices', {}, { signal }),
  });
  const here = useQuery({ queryKey: HERE, queryFn: browserFacts });
  const { data } = devices;
  const others = data?.devices.filter(({ isHere }) => !isHere) ?? [];
  return (
    <Panel title={t('push.title')} text={t('push.text')}>
      {devices.isError ? (
        <LoadProblem className="mx-4.5 mb-5 md:mx-6" error={devices.error} onRetry={() => void devices.refetch()} />
      ) : null}
      {devices.isPending || here.isPending ? <Skeleton className="mx-4.5 mb-5 h-16 md:mx-6" /> : null}
      {data === undefined || here.data === undefined ? null : (
        <Here
          answer={data}
          state={pushState(
            here.data,
            data.devices.some(({ isHere }) => isHere),
          )}
        />
      )}
      {others.length === 0 ? null : (
        <>
          <h3 className="border-t border-line px-4.5 pt-4 pb-1.5 text-12 font-450 text-mut md:px-6">
            {t('push.others')}
          </h3>
          {others.map((device) => (
            <Other key={device.id} device={device} />
          ))}
        </>
      )}
    </Panel>
  );
}

interface HereProps {
  readonly answer: PushAnswer;
  readonly state: PushState;
}

function Here({ answer, state }: HereProps) {
  const { t } = useTranslation('settings');
  const { brand } = useShell().config;
  if (state === 'on' || state === 'off') return <Turn answer={answer} state={state} />;
  const words: Readonly<Record<typeof state, readonly [ReactNode, ReactNode]>> = {
    none: [t('push.none'), t('push.none_text')],
    denied: [t('push.denied'), t('push.denied_text')],
    install: [t('push.install', { brand }), t('push.install_text', { brand })],
  };
  const [title, text] = words[state];
  return (
    <PanelBody>
      <Banner tone={state === 'denied' ? 'warn' : 'info'} title={title}>
        {text}
      </Banner>
    </PanelBody>
  );
}

/** What changes here is asked for again of the browser and of the server. */
function useChanged() {
  const queries = useQueryClient();
  return async (answer: PushAnswer) => {
    queries.setQueryData(DEVICES, answer);
    await queries.invalidateQueries({ queryKey: HERE });
  };
}

function Turn({ answer, state }: HereProps) {
  const { t } = useTranslation('settings');
  const { client } = useSession();
  const queries = useQueryClient();
  const changed = useChanged();
  const call = useCall({ toast: TOAST });
  const turnOn = async () => {
    const body = await subscribeHere(answer.key).catch(() => 'away' as const);
    if (body === 'away') showToast({ id: TOAST, title: t('push.failed'), tone: 'warn' });
    if (body === 'away' || body === null) return queries.invalidateQueries({ queryKey: HERE });
    return changed(await client.call('notifications.addPushDevice', { body }));
  };
  const turnOff = async () => {
    const own = answer.devices.find(({ isHere }) => isHere);
    if (own !== undefined)
      await changed(await client.call('notifications.removePushDevice', { params: { id: own.id } }));
    await unsubscribeHere();
    await queries.invalidateQueries({ queryKey: HERE });
  };
  const isOn = state === 'on';
  return (
    <PanelRow
      stack
      icon={isOn ? <BellRing aria-hidden /> : <BellOff aria-hidden />}
      title={isOn ? t('push.here_on') : t('push.here_off')}
      text={isOn ? undefined : t('push.ask')}
      end={
        <Button
          size="sm"
          variant={isOn ? 'outline' : 'primary'}
          aria-disabled={call.busy}
          onClick={() => void call.run(isOn ? turnOff : turnOn)}
        >
          {isOn ? t('push.off') : t('push.on')}
        </Button>
      }
    />
  );
}

function Other({ device }: { readonly device: PushAnswer['devices'][number] }) {
  const { t } = useTranslation('settings');
  const formats = useFormats();
  const name = useDeviceName()(device.userAgent);
  const remove = useSend('notifications.removePushDevice', { toast: TOAST, onDone: useChanged() });
  return (
    <PanelRow
      stack
      icon={<DeviceIcon userAgent={device.userAgent} />}
      title={<bdi>{name}</bdi>}
      text={t('push.since', { time: formats.dateTime(Date.parse(device.at)) })}
      end={
        <Button
          variant="ghost"
          size="sm"
          className="text-bad! hover:text-bad!"
          aria-label={t('push.remove_one', { name })}
          aria-disabled={remove.busy}
          onClick={() => void remove.send({ params: { id: device.id } })}
        >
          {t('push.remove')}
        </Button>
      }
    />
  );
}
