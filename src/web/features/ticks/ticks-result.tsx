import { Download } from 'lucide-react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import type { TicksWire } from '#protocol/tables/ticks.ts';
import { useSession } from '#web/api/session.tsx';
import { useFormats } from '#web/shell-context.ts';
import { Button } from '#web/ui/button.tsx';
import { Num } from '#web/ui/num.tsx';
import { Chip, EmptyState, type ChipTone } from '#web/ui/states.tsx';
import { Table, Td, Th } from '#web/ui/table.tsx';
import { showToast } from '#web/ui/toast.tsx';
import { saveFile } from '#web/ui/save-file.ts';

type Query = Readonly<Record<string, string>>;

const TONES: Readonly<Record<TicksWire['hours'][number]['state'], ChipTone>> = {
  sealed: 'ok',
  open: 'warn',
  closed: 'plain',
  empty: 'plain',
  future: 'plain',
};

/** What the chosen hours hold: their states, the range, the files with their checksum, the newest ticks. */
export function TicksResult({ ticks, query }: { readonly ticks: TicksWire; readonly query: Query }) {
  const { t } = useTranslation('ticks');
  const formats = useFormats();
  return (
    <>
      <section className="card grid gap-3 p-5">
        <ul className="flex flex-wrap gap-2" aria-label={t('hours')}>
          {ticks.hours.map(({ hour, state, count }) => (
            <li key={hour} data-hour={hour} data-state={state}>
              <Chip tone={TONES[state]}>
                <Num>{String(hour).padStart(2, '0')}:00</Num> {t(`state.${state}`)}
                {count === 0 ? null : <Num>{formats.number(count)}</Num>}
              </Chip>
            </li>
          ))}
        </ul>
        <p className="text-13 text-mut">
          {t('count', { count: formats.number(ticks.count) })}
          {ticks.high === null || ticks.low === null ? null : (
            <>
              {' · '}
              {t('high')} <Num as="bdi">{ticks.high}</Num> · {t('low')} <Num as="bdi">{ticks.low}</Num>
            </>
          )}
        </p>
        {ticks.count === 0 ? null : <Files ticks={ticks} query={query} />}
      </section>
      {ticks.count === 0 ? (
        <section className="card">
          <EmptyState title={t('nothing')} />
        </section>
      ) : (
        <Preview ticks={ticks} />
      )}
    </>
  );
}

function Files({ ticks, query }: { readonly ticks: TicksWire; readonly query: Query }) {
  const { t } = useTranslation('ticks');
  const formats = useFormats();
  const { client } = useSession();
  const how = { timeoutMs: 120_000 };
  const files = [
    { kind: 'csv', ends: 'csv', read: () => client.csv('ticks.history', { query: query as never }, how) },
    {
      kind: 'gz',
      ends: 'csv.gz',
      read: () => client.csv('ticks.history', { query: { ...query, gz: '1' } as never }, how),
    },
    {
      kind: 'json',
      ends: 'json',
      read: async () => new Blob([JSON.stringify(await client.call('ticks.history', { query: query as never }, how))]),
    },
  ] as const;
  const save = (read: () => Promise<Blob>, ends: string) => {
    read().then(
      (file) => saveFile(file, `${ticks.pair}-${query['year']}-${query['month']}-${query['day']}.${ends}`),
      () => showToast({ id: 'ticks', tone: 'warn', title: t('failed') }),
    );
  };
  return (
    <>
      <div className="flex flex-wrap gap-2">
        {files.map(({ kind, ends, read }) => (
          <Button key={kind} onClick={() => save(read, ends)}>
            <Download aria-hidden className="size-4" />
            {t(kind)}
            {kind === 'csv' ? <Num className="text-mut">{formats.fileSize(ticks.bytes)}</Num> : null}
          </Button>
        ))}
      </div>
      <p className="text-12 break-all text-mut">
        {t('checksum')} <bdi>SHA-256 {ticks.sha256}</bdi>
      </p>
    </>
  );
}

function Preview({ ticks }: { readonly ticks: TicksWire }) {
  const { t } = useTranslation('ticks');
  return (
    <section className="card min-w-0 overflow-hidden">
      <h2 className="p-5 pb-2 text-18 font-620">{t('preview')}</h2>
      <Table
        caption={t('preview')}
        head={
          <tr>
            <Th>{t('number')}</Th>
            <Th>{t('time')}</Th>
            <Th end>{t('price')}</Th>
            <Th end>{t('sources')}</Th>
            <Th end>{t('spread')}</Th>
            <Th>{t('fingerprint')}</Th>
          </tr>
        }
      >
        {ticks.items.toReversed().map((tick) => (
          <tr key={tick.seq}>
            <Td>
              <Num>{tick.seq}</Num>
            </Td>
            <Td>
              <Num>{tick.time.slice(11, 23)}</Num>
            </Td>
            <Td end className="font-620">
              <Num>{tick.price}</Num>
            </Td>
            <Td end>
              <Num>{tick.sources}</Num>
            </Td>
            <Td end>
              <Num>{tick.spread}</Num>
            </Td>
            <Td>
              <bdi className="font-mono text-12">{`${tick.head.slice(0, 6)}…${tick.head.slice(-4)}`}</bdi>
            </Td>
          </tr>
        ))}
      </Table>
    </section>
  );
}
