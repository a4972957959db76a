import { Clock } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import type { ScheduledWire } from '#protocol/scheduled.ts';
import type { PairWire } from '#protocol/trading.ts';
import { ApiError } from '#web/api/api-error.ts';
import { useSession } from '#web/api/session.tsx';
import { useFormats } from '#web/shell-context.ts';
import { Button } from '#web/ui/button.tsx';
import { PairIcon, pairLabel } from '#web/ui/market/pair-icon.tsx';
import { Num } from '#web/ui/num.tsx';
import { EmptyState, Skeleton } from '#web/ui/states.tsx';
import { Table, Td, Th } from '#web/ui/table.tsx';
import { showToast } from '#web/ui/toast.tsx';
import { DirectionTag } from '../positions/direction-tag.tsx';
import { useWaiting } from './use-waiting.ts';

export interface WaitingListProps {
  readonly pairs: ReadonlyMap<string, PairWire>;
  readonly onSelect: (pairId: string) => void;
}

interface RowProps {
  readonly entry: ScheduledWire;
  readonly pair: PairWire;
  readonly onSelect: (pairId: string) => void;
}

/** Predictions that wait for a price or a time: a table on wide screens, cards on narrower ones. */
export default function WaitingList({ pairs, onSelect }: WaitingListProps) {
  const { t } = useTranslation('later');
  const { t: trading } = useTranslation('trading');
  const tell = useTelling();
  const entries = useWaiting(tell);
  if (entries === null) return <Skeleton className="m-4 h-9" />;
  if (entries.length === 0)
    return <EmptyState icon={<Clock aria-hidden />} title={t('empty')} text={t('empty_text')} />;
  const known = entries.flatMap((entry) => {
    const pair = pairs.get(entry.pair);
    return pair === undefined ? [] : [{ entry, pair }];
  });
  return (
    <>
      <Table
        caption={t('tab')}
        className="max-lg:hidden"
        head={
          <tr>
            <Th>{trading('col.pair')}</Th>
            <Th>{trading('col.direction')}</Th>
            <Th>{trading('field.amount')}</Th>
            <Th>{trading('term.duration')}</Th>
            <Th>{t('col.opens')}</Th>
            <Th end>{trading('term.payout')}</Th>
            <Th>
              <span className="vh">{t('cancel')}</span>
            </Th>
          </tr>
        }
      >
        {known.map((row) => (
          <WaitingRow key={row.entry.id} {...row} onSelect={onSelect} />
        ))}
      </Table>
      <ul className="grid gap-2 md:p-3 lg:hidden">
        {known.map((row) => (
          <WaitingCard key={row.entry.id} {...row} onSelect={onSelect} />
        ))}
      </ul>
    </>
  );
}

function WaitingRow({ entry, pair, onSelect }: RowProps) {
  const formats = useFormats();
  return (
    <tr data-scheduled={entry.id}>
      <Td>
        <button type="button" className="min-h-6 font-540 hover:text-brand-text" onClick={() => onSelect(pair.id)}>
          <bdi>{pairLabel(pair.id)}</bdi>
        </button>
      </Td>
      <Td>
        <DirectionTag direction={entry.direction} />
      </Td>
      <Td>
        <Num>{formats.own(entry.stakeStr)}</Num>
      </Td>
      <Td>{formats.duration(entry.durationSec)}</Td>
      <Td>
        <When entry={entry} pair={pair} />
      </Td>
      <Td end>
        <Least entry={entry} />
      </Td>
      <Td end>
        <CancelButton entry={entry} />
      </Td>
    </tr>
  );
}

function WaitingCard({ entry, pair, onSelect }: RowProps) {
  const formats = useFormats();
  return (
    <li data-scheduled={entry.id} className="flex items-center gap-3 rounded-field bg-s2 p-3">
      <button
        type="button"
        onClick={() => onSelect(pair.id)}
        className="flex min-h-11 min-w-0 flex-1 items-center gap-3 text-start"
      >
        <PairIcon pair={pair.id} />
        <span className="min-w-0">
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <bdi className="font-620">{pairLabel(pair.id)}</bdi>
            <DirectionTag direction={entry.direction} />
          </span>
          <span className="mt-1 block text-12 text-mut">
            <Num>{formats.own(entry.stakeStr)}</Num> · {formats.duration(entry.durationSec)} ·{' '}
            <When entry={entry} pair={pair} />
          </span>
        </span>
      </button>
      <CancelButton entry={entry} />
    </li>
  );
}

/** The price with the side it must come from, or the time. */
function When({ entry, pair }: Pick<RowProps, 'entry' | 'pair'>) {
  const { t } = useTranslation('later');
  const formats = useFormats();
  if (entry.at !== null) return <bdi>{formats.dateTime(Date.parse(entry.at))}</bdi>;
  if (entry.price === null) return null;
  return (
    <span className="tabular-nums">
      {t('price_to', { crosses: entry.crosses ?? 'UP', price: formats.price(entry.price, pair.precision) })}
    </span>
  );
}

function Least({ entry }: Pick<RowProps, 'entry'>) {
  const { t } = useTranslation('later');
  const formats = useFormats();
  return <span className="tabular-nums">{t('least_to', { percent: formats.percent(entry.minPayout) })}</span>;
}

/** Gives the stake back at once. */
function CancelButton({ entry }: Pick<RowProps, 'entry'>) {
  const { t } = useTranslation('later');
  const { client } = useSession();
  const [sending, setSending] = useState(false);
  const cancel = async () => {
    if (sending) return;
    setSending(true);
    try {
      await client.call('scheduled.cancel', { params: { id: entry.id } });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      showToast({ id: entry.id, tone: 'warn', title: error.title === '' ? t('no_answer') : error.title });
    } finally {
      setSending(false);
    }
  };
  return (
    <Button variant="outline" size="sm" aria-disabled={sending} onClick={() => void cancel()}>
      {t('cancel')}
    </Button>
  );
}

/** Says how an entry ended that its owner did not cancel. */
function useTelling(): (entry: ScheduledWire) => void {
  const { t } = useTranslation('later');
  const { t: trading } = useTranslation('trading');
  return (entry) => {
    if (entry.status === 'CANCELLED') return;
    const direction = entry.direction === 'UP' ? trading('dir.up') : trading('dir.down');
    const values = { pair: entry.pair.split('-')[0] ?? entry.pair, direction };
    const opened = entry.status === 'TRIGGERED';
    showToast({
      id: entry.id,
      tone: opened ? 'info' : 'warn',
      title: opened ? t('opened', values) : t('refused', values),
      lasts: 4_000,
    });
  };
}
