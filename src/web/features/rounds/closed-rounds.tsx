import { useTranslation } from '#web/i18n/use-translation.ts';
import type { PositionWire } from '#protocol/exchange.ts';
import { resultOf, toneOf } from '#web/money/round-result.ts';
import { useRoundReceiptLink } from '#web/receipt-link.ts';
import { useFormats } from '#web/shell-context.ts';
import { cx } from '#web/ui/cx.ts';
import { Num } from '#web/ui/num.tsx';
import { Table, Td, Th } from '#web/ui/table.tsx';
import { OutcomeTag } from './outcome-tag.tsx';
import { positionKey } from './own/own-rows.ts';
import { useMarketWords } from './words.ts';

interface Closed {
  readonly positions: readonly PositionWire[];
}

/** What was held in the last rounds that ended: won, lost or the same price, with one's own figures. */
export function ClosedRounds({ positions }: Closed) {
  return (
    <>
      <ClosedTable positions={positions} />
      <ul className="grid gap-2 px-3 py-1 lg:hidden max-md:px-0">
        {positions.map((position) => (
          <ClosedCard key={positionKey(position)} position={position} />
        ))}
      </ul>
    </>
  );
}

function ClosedTable({ positions }: Closed) {
  const { t } = useTranslation('rounds');
  const formats = useFormats();
  const market = useMarketWords();
  return (
    <Table
      caption={t('panel.closed')}
      className="max-lg:hidden"
      head={
        <tr>
          <Th>{t('col.round')}</Th>
          <Th>{t('col.side')}</Th>
          <Th end>{t('col.paid')}</Th>
          <Th end>{t('col.back')}</Th>
          <Th end>{t('col.result')}</Th>
          <Th>
            <span className="vh">{t('col.actions')}</span>
          </Th>
        </tr>
      }
    >
      {positions.map((position) => (
        <tr key={positionKey(position)} data-closed={position.market.marketId}>
          <Td className="font-540">
            <bdi>{market(position.market)}</bdi>
          </Td>
          <Td>
            <OutcomeTag outcome={position.outcome} />
          </Td>
          <Td end>
            <Num>{formats.own(position.costStr)}</Num>
          </Td>
          <Td end>
            <Num>{formats.own(position.creditStr ?? '0')}</Num>
          </Td>
          <Td end>
            <Result position={position} />
          </Td>
          <Td end>
            <CheckLink position={position} />
          </Td>
        </tr>
      ))}
    </Table>
  );
}

function ClosedCard({ position }: { readonly position: PositionWire }) {
  const market = useMarketWords();
  return (
    <li data-closed={position.market.marketId} className="flex items-center gap-3 rounded-field bg-s2 p-3 text-13">
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <bdi className="font-620">{market(position.market)}</bdi>
          <OutcomeTag outcome={position.outcome} />
        </span>
        <CheckLink position={position} />
      </span>
      <Result position={position} stacked />
    </li>
  );
}

/** Word and profit: the same price and a profit of nothing have no colour. */
function Result({ position, stacked = false }: { readonly position: PositionWire; readonly stacked?: boolean }) {
  const { t } = useTranslation('rounds');
  const formats = useFormats();
  const result = resultOf(position);
  const tone = result === 'same' || result === 'void' ? '' : toneOf(position.profit ?? 0);
  return (
    <span className={cx('inline-flex items-baseline gap-2', stacked && 'flex-col items-end gap-0.5')}>
      {result === null ? null : <span className="text-12 text-mut">{t(`result.${result}`)}</span>}
      <Num as="b" className={tone}>
        {formats.own(position.profitStr ?? '0', { signed: true })}
      </Num>
    </span>
  );
}

function CheckLink({ position }: { readonly position: PositionWire }) {
  const { t } = useTranslation('rounds');
  const address = useRoundReceiptLink();
  const { kind, marketId } = position.market;
  return kind !== 'round' ? null : (
    <a
      href={address({ market: marketId, realm: position.realm })}
      className="inline-flex min-h-6 items-center text-12 text-brand-text hover:underline pointer-coarse:min-h-11"
    >
      {t('receipt.check')}
    </a>
  );
}
