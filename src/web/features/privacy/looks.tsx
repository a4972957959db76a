import { useQuery } from '@tanstack/react-query';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useSession } from '#web/api/session.tsx';
import { Moment } from '#web/ui/moment.tsx';
import { Panel, PanelRow } from '#web/ui/panel.tsx';

const SHOWN = 10;

/** When our staff saw what is masked of the person otherwise. */
export function Looks() {
  const { t } = useTranslation('privacy');
  const { client, state } = useSession();
  const { data } = useQuery({
    queryKey: ['looks'],
    enabled: state.status === 'ready',
    queryFn: ({ signal }) => client.call('privacy.looks', {}, { signal }),
  });
  if (data === undefined) return null;
  return (
    <Panel title={t('looks.title')} text={t(data.items.length === 0 ? 'looks.none' : 'looks.text')}>
      {data.items.slice(0, SHOWN).map(({ id, what, officer, at }) => (
        <PanelRow
          key={id}
          title={t(`looks.${what}`, { officer })}
          end={<Moment at={Date.parse(at)} className="text-13 text-mut" />}
        />
      ))}
    </Panel>
  );
}
