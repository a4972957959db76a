import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useApiHost, useSession } from '#web/api/session.tsx';
import { useFormats } from '#web/shell-context.ts';
import { Button } from '#web/ui/button.tsx';
import { ProblemBox } from '#web/ui/call/problem-box.tsx';
import { useSend } from '#web/ui/call/use-call.ts';
import { PanelRow } from '#web/ui/panel.tsx';

const KEY = ['data-export'];
/** While it is made it is asked after; a link works ten minutes and is renewed before. */
const MAKING_MS = 4_000;
const LINKS_MS = 5 * 60_000;

/** The file of everything we hold of the person: a row of a panel. */
export function ExportData() {
  const { t } = useTranslation('privacy');
  const { client } = useSession();
  const host = useApiHost();
  const formats = useFormats();
  const queries = useQueryClient();
  const { data } = useQuery({
    queryKey: KEY,
    queryFn: () => client.call('privacy.export'),
    refetchInterval: ({ state }) => {
      if (state.data?.state === 'waiting') return MAKING_MS;
      return state.data?.state === 'ready' ? LINKS_MS : false;
    },
  });
  const ask = useSend('privacy.askExport', { onDone: (now) => queries.setQueryData(KEY, now) });
  const state = data?.state ?? 'none';
  const until = state === 'ready' ? (data?.expiresAt ?? null) : null;
  return (
    <>
      <PanelRow
        title={<span id="export">{t('export.title')}</span>}
        text={
          until !== null
            ? t('export.ready', { time: formats.dateTime(Date.parse(until)) })
            : t(state === 'waiting' ? 'export.waiting' : 'export.text')
        }
        end={
          state === 'none' ? (
            <Button variant="outline" size="sm" aria-disabled={ask.busy} onClick={() => void ask.send()}>
              {t('export.ask')}
            </Button>
          ) : null
        }
      />
      <ProblemBox problem={ask.problem} className="mx-4.5 mb-4 md:mx-6" />
      {state === 'ready' ? (
        <ul aria-label={t('export.parts')} className="grid gap-1 px-4.5 pb-4 text-13 md:px-6">
          {data?.parts.map((part) => (
            <li key={part.name}>
              <a href={`${host}${part.url}`} download className="text-brand-text underline underline-offset-2">
                <bdi>{part.fileName}</bdi>
              </a>
            </li>
          ))}
        </ul>
      ) : null}
    </>
  );
}
