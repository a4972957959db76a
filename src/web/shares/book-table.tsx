import { Info } from 'lucide-react';
import type { MouseEvent } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useFormats } from '#web/shell-context.ts';
import { cx } from '#web/ui/cx.ts';
import { Num } from '#web/ui/num.tsx';
import { Chip, Skeleton } from '#web/ui/states.tsx';
import type { BookRow, BookView, Outcome } from './book-view.ts';
import { OutcomeTag } from './outcome-tag.tsx';
import type { BookStand } from './ticket/round-problem.ts';
import { otherSide } from './ticket/share-math.ts';
import { centsOf } from './cents.ts';
import { lotsWords, useOutcomeWord } from './words.ts';

const EMPTY = {
  none: ['book.empty', 'book.empty_text'],
  unquoted: ['book.no_quotes', 'book.no_quotes_text'],
  rests: ['book.rests', 'book.rests_text'],
  over: ['book.over', 'book.over_text'],
} as const;

export interface BookTableProps {
  readonly view: BookView | null;
  /** Why there is no book at all; null: there is one, or it is on its way. */
  readonly none: string | null;
  readonly outcome: Outcome;
  /** The house quotes: without it an empty side says why. */
  readonly quoted: boolean;
  /** Whether orders can be placed: an empty book says what comes next. */
  readonly stands: BookStand;
  readonly onRow: (row: BookRow, how: 'price' | 'upTo') => void;
  readonly onYours: () => void;
  /** In the sheet of phones the heading is the sheet's. */
  readonly bare?: boolean;
}

/** Sellers above, buyers below, the best prices nearest the middle; one orientation: the outcome chosen. */
export function BookTable(props: BookTableProps) {
  const { t } = useTranslation('rounds');
  const word = useOutcomeWord();
  const { view, bare = false } = props;
  return (
    <section aria-label={t('order.book')} className="flex h-full min-h-0 min-w-0 flex-col bg-s1">
      {bare ? null : (
        <header className="flex items-center justify-between gap-2 px-3.5 pt-3 pb-1">
          <h2 className="text-14 font-620">{t('order.book')}</h2>
          <OutcomeTag outcome={props.outcome} />
        </header>
      )}
      <div className="grid grid-cols-[1fr_1fr_1.4fr] items-end gap-2 px-3.5 py-1 text-12 text-faint" aria-hidden>
        <span>{t('book.pay')}</span>
        <span>{t('book.win')}</span>
        <span className="text-end">{t('term.shares')}</span>
      </div>
      <div className="flex min-h-0 flex-1 flex-col overflow-y-auto">
        {props.none === null ? null : (
          <p className="m-auto max-w-52 p-4 text-center text-13 text-pretty text-mut">{props.none}</p>
        )}
        {props.none !== null ? null : view === null ? <LoadingRows /> : <Sides {...props} view={view} />}
      </div>
      <p className="flex gap-2 border-t border-line px-3.5 py-2.5 text-12 text-mut">
        <Info aria-hidden className="mt-px size-3.5 shrink-0" />
        {bare ? t('book.tap') : t('book.note', { outcome: word(props.outcome) })}
      </p>
    </section>
  );
}

function LoadingRows() {
  return (
    <div className="grid gap-1.5 p-3.5">
      {Array.from({ length: 8 }, (_one, row) => (
        <Skeleton key={row} className="h-6" />
      ))}
    </div>
  );
}

function Sides(props: BookTableProps & { readonly view: BookView }) {
  const { t } = useTranslation('rounds');
  const formats = useFormats();
  const { view } = props;
  const empty = view.sellers.length === 0 && view.buyers.length === 0;
  if (empty) {
    const [title, text] = EMPTY[props.stands !== 'open' ? props.stands : props.quoted ? 'none' : 'unquoted'];
    return (
      <p className="m-auto max-w-52 p-4 text-center text-13 text-pretty text-mut">
        <b className="block text-text">{t(title)}</b>
        {t(text)}
      </p>
    );
  }
  return (
    <>
      <ol className="flex flex-1 flex-col justify-end" aria-label={t('book.sellers')}>
        {view.sellers.toReversed().map((row) => (
          <Row key={row.price} row={row} side="sellers" {...props} />
        ))}
      </ol>
      <div className="flex items-center gap-2 border-y border-line px-3.5 py-2 text-12 text-mut">
        <Num as="b" className="text-16 text-text">
          {view.middle === null ? '–' : centsOf(formats, view.middle)}
        </Num>
        {view.spread === null ? null : <span>{t('book.spread', { cents: centsOf(formats, view.spread) })}</span>}
        <span aria-hidden className="ms-auto text-end text-11">
          <span className="block">▲ {t('book.sellers_hint')}</span>
          <span className="block">▼ {t('book.buyers_hint')}</span>
        </span>
      </div>
      <ol className="flex-1" aria-label={t('book.buyers')}>
        {view.buyers.map((row) => (
          <Row key={row.price} row={row} side="buyers" {...props} />
        ))}
      </ol>
    </>
  );
}

function Row(props: BookTableProps & { readonly row: BookRow; readonly side: 'sellers' | 'buyers' }) {
  const { t } = useTranslation('rounds');
  const formats = useFormats();
  const { row, side } = props;
  const price = centsOf(formats, row.price);
  const press = (event: MouseEvent) => props.onRow(row, event.shiftKey ? 'upTo' : 'price');
  return (
    <li className="relative flex min-h-[1.625rem] items-stretch pointer-coarse:min-h-11">
      <i
        aria-hidden
        className={cx(
          'absolute inset-y-px start-0 w-full origin-right transition-transform duration-120 ease-out rtl:origin-left',
          side === 'sellers' ? 'bg-down-soft' : 'bg-up-soft',
        )}
        style={{ transform: `scaleX(${Math.max(0.02, row.depth)})` }}
      />
      <button
        type="button"
        data-level={row.price}
        onClick={press}
        className="relative grid w-full grid-cols-[1fr_1fr_1.4fr] items-center gap-2 px-3.5 text-13 hover:bg-s2/60 focus-visible:-outline-offset-2"
      >
        <span className="vh">{t('book.pay')}</span>
        <span className="text-start font-540">
          <Num>{price}</Num>
        </span>
        <span className="vh">{t('book.win')}</span>
        <span className="text-start text-mut">
          <Num>{centsOf(formats, otherSide(row.price))}</Num>
        </span>
        <span className="vh">{t('term.shares')}</span>
        <span className="text-end font-540">
          <Num>{lotsWords(formats, row.lots)}</Num>
        </span>
      </button>
      {row.yours === 0 ? null : (
        <button type="button" onClick={props.onYours} className="absolute inset-y-0 start-[52%] my-auto h-6">
          <Chip tone="brand" className="min-h-5! px-1.5! text-11!">
            {t('book.yours', { shares: lotsWords(formats, row.yours) })}
            <span className="vh">{t('panel.label')}</span>
          </Chip>
        </button>
      )}
    </li>
  );
}
