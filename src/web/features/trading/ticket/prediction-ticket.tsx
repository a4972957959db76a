import { ChevronDown } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { STAYS } from '#web/ui/stays.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { toDecimal } from '#domain/money.ts';
import type { Direction } from '#domain/trading/prediction.ts';
import type { PairWire } from '#protocol/trading.ts';
import type { Formats } from '#web/i18n/format.ts';
import { usePauseReason } from '#web/live/feed-reason.ts';
import { useFormats } from '#web/shell-context.ts';
import { Num } from '#web/ui/num.tsx';
import { useNumberField } from '#web/ui/use-number-field.ts';
import { selectWhole } from '#web/ui/select-whole.ts';
import { cx } from '#web/ui/cx.ts';
import { Menu, MenuChoice } from '#web/ui/menu.tsx';
import { Stepper } from '#web/ui/form/stepper.tsx';
import { ChipChoice } from '#web/ui/tabs.tsx';
import { FieldHelp, Term } from '#web/ui/term.tsx';
import { AMOUNT_PLACES, AMOUNT_PRESETS, amountText, parseAmount, stakeBounds, stepAmount } from './amount.ts';
import { durationChips, offeredDurations, stepDuration } from './durations.ts';
import { Crowd } from './crowd.tsx';
import { OneClickSwitch } from './one-click.tsx';
import { StakeNote } from './stake-note.tsx';
import {
  BLOCKING,
  chosenDuration,
  problem,
  summary,
  type Ticket,
  type TicketProblem,
  type TicketScene,
} from './ticket.ts';
import { TradeButton, usePhase } from './trade-button.tsx';
import type { Phases } from './use-placing.ts';

export interface TicketProps {
  readonly pair: PairWire;
  readonly ticket: Ticket;
  readonly scene: TicketScene;
  readonly phases: Phases;
  readonly ready: boolean;
  /** Highest amount that the house takes of this person, exact decimal text; null: none but the pair's. */
  readonly predictionMax: string | null;
  /** A sentence under the buttons: a refusal, a changed payout. */
  readonly notice: string | null;
  /** One-click placing by arrow keys is possible: the keys are shown. */
  readonly keysShown: boolean;
  readonly onAmount: (text: string) => void;
  readonly onDuration: (seconds: number) => void;
  readonly onOneClick: (state: 'on' | 'off') => void;
  readonly onTap: (direction: Direction) => void;
}

/** Duration, amount, what can be gained and lost, and the two buttons (docs/rules/screens.md#ticket). */
export function PredictionTicket(props: TicketProps) {
  const { t } = useTranslation('trading');
  const { ticket, scene } = props;
  const found = problem(ticket, scene);
  return (
    <section
      aria-label={t('ticket.label')}
      data-ticket=""
      className="flex min-h-0 min-w-0 flex-1 flex-col gap-4 bg-s1 px-4 pt-3 pb-4 short:gap-[11px] short:py-2 compact:gap-2.5 compact:px-3 compact:pt-2.5 compact:pb-3 low:gap-2 low:pt-1.5 low:pb-2 roomy:overflow-y-auto beside:overflow-y-auto"
    >
      <div className="grid grid-cols-1 gap-y-2 compact:grid-cols-2 compact:gap-2.5 tiny:grid-cols-1">
        <DurationField {...props} />
        <AmountField {...props} problem={found} />
      </div>
      <div className={cx(STAYS, 'grid gap-4 short:gap-[11px] compact:-mb-2 compact:gap-2.5 compact:pb-2 low:gap-2')}>
        <Figures key={`${props.pair.id} ${chosenDuration(ticket, scene)}`} {...props} />
        <TradeButtons {...props} problem={found} />
      </div>
      <Crowd pair={props.pair} />
      <OneClickSwitch
        state={ticket.oneClick ? 'on' : 'off'}
        onState={props.onOneClick}
        className="mt-auto border-t border-line pt-3.5 short:pt-2 compact:hidden"
      />
    </section>
  );
}

export function DurationField({ ticket, scene, onDuration }: Pick<TicketProps, 'ticket' | 'scene' | 'onDuration'>) {
  const { t } = useTranslation('trading');
  const formats = useFormats();
  const offered = offeredDurations(scene.pair, scene.now);
  const chosen = chosenDuration(ticket, scene);
  const step = (way: 'up' | 'down') => chosen !== null && onDuration(stepDuration(offered, chosen, way));
  const items = offered.map((seconds) => ({ value: String(seconds), label: formats.durationLong(seconds) }));
  return (
    <>
      <Stepper
        label={t('term.duration')}
        help={<FieldHelp name="expiry" />}
        hint={<Num className="compact:hidden">{formats.clock(scene.now)}</Num>}
        lessLabel={t('ticket.shorter')}
        moreLabel={t('ticket.longer')}
        onLess={() => step('down')}
        onMore={() => step('up')}
        canLess={chosen !== null && chosen !== offered[0]}
        canMore={chosen !== null && chosen !== offered.at(-1)}
        output={
          <Menu
            align="center"
            className="max-h-[60dvh] overflow-y-auto"
            trigger={
              <button
                type="button"
                className="inline-flex h-9 max-w-full items-center gap-1 rounded-[9px] px-2 hover:bg-s3 compact:px-0.5 compact:text-16 max-[22.4375rem]:text-13"
              >
                <span className="vh">{t('term.duration')}</span>
                <span className="truncate compact:hidden">{chosen === null ? '–' : formats.durationLong(chosen)}</span>
                <span className="truncate roomy:hidden">{chosen === null ? '–' : formats.duration(chosen)}</span>
                <ChevronDown aria-hidden className="size-3.5 shrink-0 text-mut max-[22.4375rem]:hidden" />
              </button>
            }
          >
            <MenuChoice value={String(chosen)} onChange={(next) => onDuration(Number(next))} items={items} />
          </Menu>
        }
      />
      <ChipChoice
        className="compact:hidden"
        label={t('term.duration')}
        value={chosen === null ? null : String(chosen)}
        onChange={(next) => onDuration(Number(next))}
        items={durationChips(offered).map((seconds) => ({ value: String(seconds), label: formats.duration(seconds) }))}
      />
    </>
  );
}

export function AmountField({
  pair,
  ticket,
  onAmount,
  predictionMax,
  problem: found,
}: Pick<TicketProps, 'pair' | 'ticket' | 'onAmount' | 'predictionMax'> & { readonly problem: TicketProblem | null }) {
  const { t } = useTranslation('trading');
  const formats = useFormats();
  const [typing, setTyping] = useState(false);
  const field = useNumberField(AMOUNT_PLACES, onAmount);
  const bounds = stakeBounds(pair);
  const amount = parseAmount(ticket.amount);
  const unit = longCurrency(formats);
  const money = (exact: string) => (unit === null ? formats.money(exact) : formats.number(exact, 2));
  const shown = typing || amount === null ? ticket.amount : money(toDecimal(amount, 2));
  const wrong = useAmountProblem(found, pair);
  const bound = (units: number) => formats.money(String(units), Number.isInteger(units) ? { places: 0 } : {});
  const step = (way: 'up' | 'down') => onAmount(amountText(stepAmount(amount, way, bounds)));
  return (
    <>
      <Stepper
        className="roomy:mt-2 compact:[&_input]:text-16 max-[22.4375rem]:[&_input]:text-14 beside:[&_input]:text-14"
        label={t('field.amount')}
        help={<FieldHelp name="stake" />}
        hint={
          <>
            <Num className="compact:hidden">
              {bound(pair.minStake)} – {bound(pair.maxStake)}
            </Num>
            <bdi className="roomy:hidden">{unit}</bdi>
          </>
        }
        lessLabel={t('ticket.less')}
        moreLabel={t('ticket.more')}
        onLess={() => step('down')}
        onMore={() => step('up')}
        canLess={amount === null || amount > bounds.min}
        canMore={amount === null || amount < bounds.max}
        problem={wrong}
        input={{
          value: shown,
          maxLength: 13,
          onFocus: (event) => {
            setTyping(true);
            selectWhole(event.currentTarget);
          },
          onBlur: () => setTyping(false),
          ...field,
        }}
      />
      <ChipChoice
        className="compact:col-span-2 tiny:col-span-1 compact:[@media(max-height:43.75rem)]:hidden beside:[@media(min-height:27rem)]:grid!"
        label={t('field.amount')}
        value={amount === null ? null : amountText(amount)}
        onChange={onAmount}
        items={AMOUNT_PRESETS.map((preset) => ({
          value: amountText(preset),
          label: <Num>{chipText(formats, amountText(preset))}</Num>,
        }))}
      />
      <StakeNote pair={pair} predictionMax={predictionMax} />
    </>
  );
}

/** A currency of more than one sign (Arabic `US$`) leaves no room in a field or a chip: the number stands alone there, and this beside it. */
function longCurrency(formats: Formats): string | null {
  const sign = formats.money('0', { places: 0 }).replace(/[\d\s\u200e\u200f\u061c]/gu, '');
  return sign.length > 1 ? sign : null;
}

function chipText(formats: Formats, amount: string): string {
  return longCurrency(formats) === null ? formats.money(amount, { places: 0 }) : formats.number(amount);
}

function useAmountProblem(found: TicketProblem | null, pair: PairWire): string | null {
  const { t } = useTranslation('trading');
  const formats = useFormats();
  if (found === 'amountMissing') return t('problem.amountMissing');
  if (found === 'belowMin') return t('problem.belowMin', { amount: formats.money(String(pair.minStake)) });
  if (found === 'aboveMax') return t('problem.aboveMax', { amount: formats.money(String(pair.maxStake)) });
  return found === 'noBalance' ? t('problem.noBalance') : null;
}

/**
 * Gain, loss and the same price, in this order, and what is honest beside them; a changed payout is outlined for a second.
 * On low phones each stands whole in a flow of lines, as few as the language and the amount need: the chart pays for them.
 */
function Figures({ ticket, scene }: TicketProps) {
  const { t } = useTranslation('trading');
  const formats = useFormats();
  const figures = summary(ticket, scene);
  const changed = useJustChanged(figures.payoutBps);
  const gain = formats.money(toDecimal(figures.profit, 2), { signed: true });
  const loss = formats.money(`-${toDecimal(figures.stake, 2)}`, { signed: true });
  return (
    <dl
      aria-label={t('ticket.details')}
      className={cx(
        'grid gap-[7px] rounded-field bg-s2 px-3.5 py-3 text-13 transition-shadow duration-200 short:gap-[3px] short:py-2 compact:grid-cols-2 compact:bg-transparent compact:p-0 tiny:grid-cols-1 low:flex low:flex-wrap low:justify-between low:gap-x-2.5 low:gap-y-0.5',
        changed && 'shadow-[0_0_0_2px_var(--color-brand-text)]',
      )}
    >
      <Figure label={t('ticket.if_right')} value={gain} className="text-up" />
      <Figure label={t('ticket.if_wrong')} value={loss} className="text-down" end />
      <Figure label={t('ticket.same_price')} value={formats.money('0.00')} plain />
      <Honest name="break-even" term="break_even" label={t('ticket.break_even')} share={figures.breakEven} />
      <Honest name="edge" term="edge" label={t('ticket.edge')} share={figures.edge} end />
    </dl>
  );
}

/** How often one must be right to keep even, and what the house keeps on average: beside the payout on every screen. */
function Honest(props: {
  readonly name: 'break-even' | 'edge';
  readonly term: 'break_even' | 'edge';
  readonly label: string;
  readonly share: number;
  readonly end?: boolean;
}) {
  const formats = useFormats();
  const { end = false } = props;
  return (
    <div
      data-honest={props.name}
      className={cx(
        // As high as a finger's least target, and no further apart.
        'flex min-h-6 items-center justify-between gap-3 text-12 text-mut compact:gap-1.5 compact:[&_[data-term]]:underline compact:[&_[data-term]]:decoration-dotted compact:[&_[data-term]]:underline-offset-2 compact:[&_svg]:hidden',
        end
          ? 'compact:justify-end short:-mt-[3px] roomy:[@media(min-height:52.5625rem)]:-mt-[7px]'
          : 'compact:justify-start',
      )}
    >
      <dt className="min-w-0">
        <Term name={props.term}>{props.label}</Term>
      </dt>
      <Num as="dd" className="shrink-0 font-540 text-text">
        {formats.percent(props.share, { places: 1 })}
      </Num>
    </div>
  );
}

/** True for a second after the value changed; not when it is first shown. */
function useJustChanged(value: number): boolean {
  const before = useRef(value);
  const [changed, setChanged] = useState(false);
  useEffect(() => {
    if (before.current === value) return undefined;
    before.current = value;
    setChanged(true);
    const timer = setTimeout(() => setChanged(false), 1_000);
    return () => clearTimeout(timer);
  }, [value]);
  return changed;
}

function Figure(props: {
  readonly label: string;
  readonly value: string;
  readonly className?: string;
  readonly plain?: boolean;
  readonly end?: boolean;
}) {
  const { plain = false, end = false } = props;
  return (
    <div
      className={cx(
        'flex items-baseline justify-between gap-3 compact:gap-1.5',
        end ? 'compact:justify-end' : 'compact:justify-start',
        // The third of two columns has a line of its own.
        plain && 'compact:col-span-2 tiny:col-span-1 low:text-12',
      )}
    >
      <dt className="text-mut">{props.label}</dt>
      <Num
        as="dd"
        className={cx(
          'font-620',
          !plain && 'text-16 leading-[1.375rem] compact:text-13 low:leading-[1.125rem]',
          props.className,
        )}
      >
        {props.value}
      </Num>
    </div>
  );
}

/** A sentence under the buttons, said aloud too. */
function Notice({ text, phases }: { readonly text: string | null; readonly phases: Phases }) {
  const { t } = useTranslation('trading');
  const up = usePhase(phases, 'UP');
  const down = usePhase(phases, 'DOWN');
  return (
    <output className={cx('block text-13 text-warn', text === null ? 'vh' : 'mt-2')}>
      {text ?? (up === 'unconfirmed' || down === 'unconfirmed' ? t('state.unconfirmed') : '')}
    </output>
  );
}

function TradeButtons(props: TicketProps & { readonly problem: TicketProblem | null }) {
  const formats = useFormats();
  const { ticket, scene, problem: found, phases } = props;
  const figures = summary(ticket, scene);
  const { confirming } = ticket;
  const reason = useBlockedReason(found, props.pair);
  // An empty balance is another matter: a press of the button leads to more of it.
  const wrong = useAmountProblem(found === 'noBalance' ? null : found, props.pair);
  const blocked =
    found !== null && BLOCKING.has(found)
      ? { kind: found === 'closed' ? ('closed' as const) : ('offline' as const), reason }
      : wrong === null
        ? null
        : { kind: 'amount' as const, reason: wrong };
  const button = (direction: Direction) => (
    <TradeButton
      direction={direction}
      totalReturn={formats.money(toDecimal(figures.totalReturn, 2))}
      confirming={
        confirming?.direction === direction && confirming.until > scene.now
          ? formats.money(toDecimal(confirming.stake, 2))
          : null
      }
      phases={phases}
      ready={props.ready}
      blocked={blocked}
      keyShown={props.keysShown}
      onTap={props.onTap}
    />
  );
  return (
    <div>
      <div className="grid gap-2.5 compact:grid-cols-2 tiny:grid-cols-1">
        {button('UP')}
        {button('DOWN')}
      </div>
      <Notice text={props.notice} phases={phases} />
    </div>
  );
}

/** Why a market takes nothing now. */
export function useBlockedReason(found: TicketProblem | null, pair: PairWire): string {
  const { t } = useTranslation('trading');
  const formats = useFormats();
  const paused = usePauseReason(pair);
  if (found === 'closed') {
    return pair.nextOpen === null
      ? t('state.market_closed')
      : t('state.closed_until', { time: formats.deadline(Date.parse(pair.nextOpen)) });
  }
  if (found === 'reconnecting') return t('state.reconnecting');
  return found === 'noDuration' ? t('problem.noDuration') : paused;
}
