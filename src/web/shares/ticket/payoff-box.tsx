import { Scale } from 'lucide-react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import type { ReactNode } from 'react';
import { subtract, toDecimal, type Usdt } from '#domain/money.ts';
import { feeOf } from '#domain/trading/orders/share-money.ts';
import type { Formats } from '#web/i18n/format.ts';
import { toneOf } from '#web/money/round-result.ts';
import { useFormats } from '#web/shell-context.ts';
import { cx } from '#web/ui/cx.ts';
import { Num } from '#web/ui/num.tsx';
import { Term } from '#web/ui/term.tsx';
import { isFirst, ofRound } from '../book-view.ts';
import type { RoundFigures, RoundTicket } from './round-ticket.ts';
import { centsOf } from '../cents.ts';
import { moneyOf } from '../words.ts';

export interface PayoffProps {
  readonly ticket: RoundTicket;
  readonly figures: RoundFigures;
  /** Middle of the book of the outcome, milli. */
  readonly middle: number | null;
  /** Best price to buy the outcome at now, milli. */
  readonly best: number | null;
  readonly feeBps: number;
}

const OF_ROUNDS = {
  first: 'out.above',
  other: 'out.below',
  tie: 'out.same',
  ifFirst: 'out.if_above',
  ifOther: 'out.if_below',
  ifTie: 'out.if_same',
} as const;
const OF_MARKETS = {
  first: 'out.yes',
  other: 'out.no',
  tie: 'out.tie',
  ifFirst: 'out.yes',
  ifOther: 'out.no',
  ifTie: 'out.if_tie',
} as const;

/** What is gained, lost, and on the same price: same order and size on every ticket. */
export function Outcomes({
  ticket,
  figures,
  paid,
}: Pick<PayoffProps, 'ticket' | 'figures'> & {
  /** What was paid for the shares that a sale gives up, fees in it; null: not known. */
  readonly paid: Usdt | null;
}) {
  const { t } = useTranslation('rounds');
  const formats = useFormats();
  if (ticket.side === 'SELL') {
    return (
      <dl className="grid gap-[7px] rounded-field bg-s2 px-3.5 py-3 text-13">
        <Line label={t('sale.receive')} value={moneyOf(formats, figures.receive)} className="text-16" />
        <Line label={<Term name="fee">{t('term.fee')}</Term>} value={moneyOf(formats, figures.fee)} />
        {paid === null ? null : <Result profit={subtract(figures.receive, paid)} />}
      </dl>
    );
  }
  const up = isFirst(ticket.outcome);
  const names = ofRound(ticket.outcome) ? OF_ROUNDS : OF_MARKETS;
  const above = moneyOf(formats, up ? figures.win : figures.lose, 'signed');
  const below = moneyOf(formats, up ? figures.lose : figures.win, 'signed');
  const tone = (wins: boolean) => (wins ? 'text-up' : 'text-down');
  const tie = moneyOf(formats, figures.tie, 'signed');
  return (
    <>
      <dl className="grid gap-[7px] rounded-field bg-s2 px-3.5 py-3 text-13 short:gap-[3px] short:py-2 compact:hidden">
        <Line label={t(names.first)} value={above} className={cx('text-16', tone(up))} />
        <Line label={t(names.other)} value={below} className={cx('text-16', tone(!up))} />
        <Line label={t(names.tie)} value={tie} />
      </dl>
      <dl className="grid grid-cols-3 gap-2 text-12 roomy:hidden">
        <Cell name="above" label={t(names.ifFirst)} value={above} className={tone(up)} />
        <Cell name="below" label={t(names.ifOther)} value={below} className={tone(!up)} />
        <Cell name="same" label={t(names.ifTie)} value={tie} />
      </dl>
    </>
  );
}

/** What a sale leaves of what was paid. */
function Result({ profit }: { readonly profit: Usdt }) {
  const { t } = useTranslation('rounds');
  const formats = useFormats();
  return <Line label={t('sale.result')} value={moneyOf(formats, profit, 'signed')} className={toneOf(profit)} />;
}

function Line(props: { readonly label: ReactNode; readonly value: ReactNode; readonly className?: string }) {
  return (
    <div className="flex min-w-0 items-baseline justify-between gap-3">
      <dt className="text-mut">{props.label}</dt>
      <Num as="dd" className={cx('shrink-0 font-620', props.className)}>
        {props.value}
      </Num>
    </div>
  );
}

function Cell(props: {
  readonly name: 'above' | 'below' | 'same';
  readonly label: string;
  readonly value: string;
  readonly className?: string;
}) {
  return (
    <div
      data-if={props.name}
      className="min-w-0 rounded-field bg-s2 px-2.5 py-1.5 tall-letters:py-0.5 max-[22.4375rem]:px-1.5 [@media(max-height:43.75rem)]:py-1"
    >
      <dt className="text-mut">{props.label}</dt>
      <Num as="dd" className={cx('text-14 font-620 whitespace-nowrap max-[22.4375rem]:text-13', props.className)}>
        {props.value}
      </Num>
    </div>
  );
}

/** How often one must be right, what the book says, and what the house takes (docs/rules/screens.md#round-ticket). Neutral words, never red. */
export function PayoffBox(props: PayoffProps) {
  const { t } = useTranslation('rounds');
  const formats = useFormats();
  const { figures, ticket, middle, best, feeBps } = props;
  if (ticket.side === 'SELL') return null;
  const percent = (share: number | null) => (share === null ? '–' : formats.percent(share, { places: 1 }));
  const edgeNow = best === null ? null : Number(feeOf(feeBps, best, 10_000)) / (best * 100_000);
  const lots = Math.max(figures.lots, 0);
  return (
    <section
      aria-label={t('honest.title')}
      className="rounded-field px-3.5 py-3 text-13 shadow-[inset_0_0_0_1px_var(--color-line2)] short:py-2 compact:px-0.5 compact:py-0 compact:shadow-none"
    >
      {/* The line above the button says the edge there. */}
      <h3 className="flex items-center gap-2 font-620 compact:hidden">
        <Scale aria-hidden className="size-4 text-brand-text" />
        {t('honest.title')}
      </h3>
      <Ruler need={figures.breakEven} book={middle === null ? null : middle / 1000} formats={formats} />
      <dl className="grid auto-rows-[minmax(1.5rem,auto)] items-center compact:hidden">
        <Line label={<Term name="break_even">{t('honest.break_even')}</Term>} value={percent(figures.breakEven)} />
        {figures.taken > 0 && figures.rested === 0 ? null : (
          <Line
            label={<Term name="maker">{t('honest.edge_resting')}</Term>}
            value={withMoney(percent(0), figures.taken > 0 ? null : figures.fee, formats)}
          />
        )}
        {figures.taken > 0 ? (
          <Line
            label={<Term name="fee">{t('honest.edge_taken')}</Term>}
            value={withMoney(percent(figures.edge), figures.fee, formats)}
          />
        ) : best === null ? null : (
          <Line
            label={<Term name="fee">{t('honest.edge_now', { price: centsOf(formats, best) })}</Term>}
            value={withMoney(percent(edgeNow), feeOf(feeBps, best, lots), formats)}
          />
        )}
        {figures.rested > 0 ? (
          <Line
            label={<Term name="maker">{t('honest.bonus')}</Term>}
            value={moneyOf(formats, figures.bonus, 'signed')}
            className="text-up"
          />
        ) : null}
        <Line
          label={t('honest.gain')}
          value={figures.gain === null ? '–' : formats.percent(figures.gain, { signed: true })}
        />
      </dl>
    </section>
  );
}

/** The same in one line above the button, where the window is too low for the box beside it: it stays wherever the box is scrolled to. The fee is in it as money. */
export function PayoffLine({ ticket, figures }: Pick<PayoffProps, 'ticket' | 'figures'>) {
  const { t } = useTranslation('rounds');
  const formats = useFormats();
  if (ticket.side === 'SELL' || figures.breakEven === null || figures.edge === null) return null;
  const need = formats.percent(figures.breakEven, { places: 1 });
  const value = 'font-540 text-text';
  return (
    <div className="flex flex-wrap justify-between gap-x-2.5 text-12 text-mut [&_[data-term]]:underline [&_[data-term]]:decoration-dotted [&_[data-term]]:underline-offset-2 [&_svg]:hidden roomy:[@media(min-height:52.5625rem)]:hidden">
      <span data-honest="break-even">
        {/* Low phones have room for one line in every language. */}
        <span className="flex min-h-6 items-center gap-1.5 [@media(max-height:43.75rem)]:hidden">
          <Term name="break_even">{t('honest.break_even')}</Term>{' '}
          <Num as="b" className={value}>
            {need}
          </Num>
        </span>
        <span className="hidden text-text [@media(max-height:43.75rem)]:inline">
          {t('honest.you_need', { percent: need })}
        </span>
      </span>
      <span className="flex min-h-6 items-center gap-1.5">
        <span data-honest="edge" className="flex items-center gap-1.5">
          <Term name="edge">{t('honest.edge')}</Term>{' '}
          <Num as="b" className={value}>
            {formats.percent(figures.edge, { places: 1 })}
          </Num>
        </span>
        <Num as="b" data-honest="fee" className={value}>
          {formats.money(toDecimal(figures.fee, 2))}
        </Num>
      </span>
    </div>
  );
}

function withMoney(percent: string, fee: Usdt | null, formats: Formats): ReactNode {
  if (fee === null) return percent;
  return (
    <>
      {percent} <span className="ms-1.5">{formats.money(toDecimal(fee, 2))}</span>
    </>
  );
}

/** From 0 to 100 %: the white mark is what one needs, the violet dot the middle of the book. Runs left to right everywhere. */
function Ruler(props: { readonly need: number | null; readonly book: number | null; readonly formats: Formats }) {
  const { t } = useTranslation('rounds');
  const { need, book, formats } = props;
  const at = (share: number) => `${Math.min(100, Math.max(0, share * 100))}%`;
  return (
    <div className="my-2.5 compact:my-0.5">
      <p className="flex flex-wrap justify-between gap-x-3 text-12">
        <span>{need === null ? '–' : t('honest.you_need', { percent: formats.percent(need, { places: 1 }) })}</span>
        <span className="text-brand-text">
          {book === null ? t('honest.no_book') : t('honest.book_says', { percent: formats.percent(book) })}
        </span>
      </p>
      <div aria-hidden dir="ltr" className="relative mt-1.5 h-1.5 rounded-pill bg-s3">
        {need === null ? null : (
          <>
            <i className="absolute inset-y-0 end-0 rounded-pill bg-up opacity-45" style={{ left: at(need) }} />
            <i className="absolute -inset-y-1 w-0.5 rounded-pill bg-text" style={{ left: at(need) }} />
          </>
        )}
        {book === null ? null : (
          <i
            className="absolute top-1/2 size-2.5 -translate-x-1/2 -translate-y-1/2 rounded-pill bg-brand-text shadow-[0_0_0_2px_var(--color-s1)]"
            style={{ left: at(book) }}
          />
        )}
      </div>
    </div>
  );
}
