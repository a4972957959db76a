import type { Translate } from '#web/i18n/texts.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import type { PredictionWire } from '#protocol/trading.ts';
import { useReceiptLink } from '#web/receipt-link.ts';
import { useFormats } from '#web/shell-context.ts';
import { PairIcon, pairLabel } from '#web/ui/market/pair-icon.tsx';
import { Num } from '#web/ui/num.tsx';
import { Table, Td, Th } from '#web/ui/table.tsx';
import { CopyId } from './copy-id.tsx';
import { OutcomeChip } from './outcome-chip.tsx';

export interface HistoryRowsProps {
  readonly items: readonly PredictionWire[];
  /** Decimals of each pair's prices. */
  readonly precision: ReadonlyMap<string, number>;
}

/** Predictions of the history: a table on wide screens, cards on narrower ones. */
export function HistoryRows({ items, precision }: HistoryRowsProps) {
  const { t } = useTranslation('history');
  return (
    <>
      <Table
        caption={t('trading.history')}
        className="max-lg:hidden"
        head={
          <tr>
            <Th>{t('col.time')}</Th>
            <Th>{t('col.pair')}</Th>
            <Th>{t('col.direction')}</Th>
            <Th end>{t('col.amount')}</Th>
            <Th end>{t('col.payout')}</Th>
            <Th end>{t('col.entry')}</Th>
            <Th end>{t('col.exit')}</Th>
            <Th className="ps-6">{t('col.result')}</Th>
            <Th end>{t('col.profit')}</Th>
            <Th>{t('col.id')}</Th>
          </tr>
        }
      >
        {items.map((item) => (
          <Row key={item.id} item={item} digits={precision.get(item.pair) ?? 2} />
        ))}
      </Table>
      <ul className="lg:hidden">
        {items.map((item) => (
          <Card key={item.id} item={item} digits={precision.get(item.pair) ?? 2} />
        ))}
      </ul>
    </>
  );
}

interface ItemProps {
  readonly item: PredictionWire;
  readonly digits: number;
}

function useResult(item: PredictionWire): { readonly word: string; readonly why: string | null } {
  const { t } = useTranslation(['trading', 'history']);
  if (item.outcome === 'WIN') return { word: t('result.won'), why: null };
  if (item.outcome === 'LOSE') return { word: t('result.lost'), why: null };
  if (item.outcome === 'TIE') return { word: t('result.tie'), why: t('result.returned') };
  if (item.outcome === 'SOLD') return { word: t('result.sold'), why: null };
  if (item.outcome === 'VOID') return { word: t('result.void'), why: voidKey(item.voidReason, t) };
  return { word: t('history:result.open'), why: null };
}

const VOIDS = [
  'NO_ENTRY',
  'STALE_EXIT',
  'SESSION_CLOSED',
  'SOURCE_CORRECTION',
  'EVENT_PAST_POST',
  'MARKET_VOID',
  'DUPLICATE_ADMIN',
] as const;

function voidKey(reason: string | null, t: Translate<readonly ['trading', 'history']>): string | null {
  const known = VOIDS.find((one) => one === reason);
  return known === undefined ? null : t(`history:void.${known}`);
}

function Profit({ item }: { readonly item: PredictionWire }) {
  const formats = useFormats();
  if (item.profitStr === null) return <span className="text-mut">–</span>;
  const profit = item.profit ?? 0;
  const tone = profit > 0 ? 'text-up' : profit < 0 ? 'text-down' : '';
  return (
    <Num as="b" className={tone}>
      {formats.own(item.profitStr, { signed: true })}
    </Num>
  );
}

function usePriceText({ digits }: ItemProps): (mark: PredictionWire['entry']) => string {
  const formats = useFormats();
  return (mark) => (mark === null ? '–' : formats.price(mark.price, digits));
}

function Row(props: ItemProps) {
  const { item } = props;
  const { t } = useTranslation('history');
  const formats = useFormats();
  const price = usePriceText(props);
  const { word, why } = useResult(item);
  const utc = `${item.admittedAt.slice(0, 10)} ${item.admittedAt.slice(11, 19)}`;
  return (
    <tr data-prediction={item.id}>
      <Td>
        <span className="block">{formats.dateTime(Date.parse(item.admittedAt))}</span>
        <bdi className="block text-12 text-faint">{t('utc', { time: utc })}</bdi>
      </Td>
      <Td className="font-540">
        <span className="inline-flex items-center gap-2 align-middle">
          <PairIcon pair={item.pair} className="size-5" />
          <bdi>{pairLabel(item.pair)}</bdi>
        </span>
      </Td>
      <Td>
        <OutcomeChip outcome={item.direction} />
      </Td>
      <Td end>
        <Num>{formats.own(item.stakeStr)}</Num>
      </Td>
      <Td end>
        <Num>{formats.percent(item.payout)}</Num>
      </Td>
      <Td end>
        <Num data-entry={item.entry?.price}>{price(item.entry)}</Num>
      </Td>
      <Td end>
        <Num data-exit={item.exit?.price}>{price(item.exit)}</Num>
      </Td>
      <Td className="ps-6 whitespace-normal!">
        {word}
        {why === null ? null : <span className="block text-12 text-mut">{why}</span>}
        <CheckLink item={item} />
      </Td>
      <Td end>
        <Profit item={item} />
      </Td>
      <Td>
        <CopyId id={item.id} />
      </Td>
    </tr>
  );
}

function Card(props: ItemProps) {
  const { item } = props;
  const formats = useFormats();
  const price = usePriceText(props);
  const { word, why } = useResult(item);
  return (
    <li data-prediction={item.id} className="flex gap-3 border-t border-line px-4 py-3 first:border-t-0">
      <PairIcon pair={item.pair} />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <bdi className="font-620">{pairLabel(item.pair)}</bdi>
          <OutcomeChip outcome={item.direction} />
        </p>
        <p className="mt-1 text-12 text-mut">{formats.dateTime(Date.parse(item.admittedAt))}</p>
        <p className="text-12 text-mut">
          <Num>
            {price(item.entry)} → {price(item.exit)}
          </Num>
        </p>
        <CopyId id={item.id} />
        <CheckLink item={item} />
      </div>
      <div className="text-end">
        <Profit item={item} />
        <p className="mt-1 text-12 text-mut">{word}</p>
        {why === null ? null : <p className="max-w-28 text-12 text-faint">{why}</p>}
        <Num as="p" className="mt-1 text-12 text-mut">
          {formats.own(item.stakeStr)}
        </Num>
      </div>
    </li>
  );
}

/** Only what has ended can be checked. */
function CheckLink({ item }: { readonly item: PredictionWire }) {
  const { t } = useTranslation('history');
  const address = useReceiptLink();
  if (item.outcome === null) return null;
  return (
    <a
      href={address(item)}
      className="flex min-h-6 w-fit items-center text-12 text-brand-text hover:underline pointer-coarse:min-h-11"
    >
      {t('receipt.check')}
    </a>
  );
}
