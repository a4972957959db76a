import { LoaderCircle, Moon, Undo2, WifiOff } from 'lucide-react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useFormats } from '#web/shell-context.ts';
import { cx } from '#web/ui/cx.ts';
import { Num } from '#web/ui/num.tsx';
import type { RoundProblem } from './round-problem.ts';
import type { RoundFigures, RoundTicket } from './round-ticket.ts';
import { isFirst } from '../book-view.ts';
import { OUTCOME_ICONS } from '../outcome-tag.tsx';
import { centsOf } from '../cents.ts';
import { lotsWords, moneyOf, useOutcomeWord } from '../words.ts';

export interface OrderButtonProps {
  readonly ticket: RoundTicket;
  readonly figures: RoundFigures;
  /** What the round does not allow now: stands in the button. */
  readonly blocked: RoundProblem | null;
  /** Why the ticket cannot go out yet: stands in the button, which stays to be pressed. */
  readonly missing: string | null;
  readonly reason: string;
  readonly phase: 'idle' | 'confirming' | 'placing' | 'unconfirmed';
  readonly amending: boolean;
  readonly ready: boolean;
  /** Another button below it does what can be done: on phones a line of text, so that both leave the fields free. */
  readonly slim: boolean;
  readonly onTap: () => void;
}

/** The one large button of the ticket: what it does, what comes back, what it costs; or why it does nothing. */
export function OrderButton(props: OrderButtonProps) {
  const { ticket, blocked, phase, missing } = props;
  const busy = phase === 'placing' || phase === 'unconfirmed';
  const off = blocked !== null || busy || missing !== null;
  return (
    <button
      type="button"
      data-order=""
      aria-disabled={off || !props.ready}
      aria-busy={busy}
      onClick={props.onTap}
      className={cx(
        'flex min-h-16 w-full min-w-0 touch-manipulation items-center gap-2.5 rounded-trade px-3.5 py-1.5 text-start transition-[filter,transform] duration-120 ease-out short:min-h-[3.375rem] compact:min-h-[3.75rem] compact:tall-letters:min-h-[3.25rem] compact:[@media(max-height:43.75rem)]:min-h-[3.375rem] max-[22.4375rem]:gap-2 max-[22.4375rem]:px-3',
        blocked !== null || missing !== null ? 'bg-s2 text-mut' : colourOf(ticket),
        !off && 'hover:brightness-105 active:scale-[.985]',
        busy && 'cursor-progress',
        props.slim &&
          'compact:min-h-6! compact:justify-center compact:bg-transparent! compact:py-0 compact:[&>svg]:size-4',
        phase === 'confirming' && 'shadow-[inset_0_0_0_2px_currentColor]',
      )}
    >
      <Icon {...props} busy={busy} />
      <Words {...props} />
    </button>
  );
}

/** What is bought has the colour of its outcome; a sale has neither. */
function colourOf({ side, outcome }: RoundTicket): string {
  if (side === 'SELL') return 'bg-brand text-on-brand';
  return isFirst(outcome) ? 'bg-up text-on-up' : 'bg-down text-on-down';
}

function Icon({ ticket, blocked, busy }: OrderButtonProps & { readonly busy: boolean }) {
  const look = 'size-6 shrink-0 stroke-[2.5]';
  if (blocked !== null) {
    const away = blocked === 'reconnecting' || blocked === 'offline';
    return away ? <WifiOff aria-hidden className={look} /> : <Moon aria-hidden className={look} />;
  }
  if (busy) return <LoaderCircle aria-hidden className={cx(look, 'animate-[spin_1s_linear_infinite]')} />;
  if (ticket.side === 'SELL') return <Undo2 aria-hidden className={look} />;
  const Side = OUTCOME_ICONS[ticket.outcome];
  return <Side aria-hidden className={look} />;
}

function Words({ ticket, figures, blocked, missing, reason, phase, amending }: OrderButtonProps) {
  const { t } = useTranslation('rounds');
  const { t: trading } = useTranslation('trading');
  const formats = useFormats();
  const word = useOutcomeWord();
  if (blocked !== null) return <span className="text-15 font-620">{reason}</span>;
  if (missing !== null) return <span className="text-15 font-620">{missing}</span>;
  const parts = {
    shares: lotsWords(formats, figures.lots),
    outcome: word(ticket.outcome),
    price: figures.price === null ? '–' : centsOf(formats, Math.round(figures.price * 10) / 10),
  };
  const buys = ticket.side === 'BUY';
  const whole = (figures.cost + figures.fee) as typeof figures.cost;
  const asked = {
    direction: buys ? word(ticket.outcome) : t('order.sell'),
    amount: moneyOf(formats, buys ? whole : figures.receive),
  };
  // As on the ticket of Quick: nobody takes the first tap for the order.
  const title =
    phase === 'confirming' ? trading('ticket.confirm', asked) : buys ? t('button.buy', parts) : t('button.sell', parts);
  const second =
    phase === 'placing'
      ? t('state.placing')
      : phase === 'unconfirmed'
        ? t('state.unconfirmed')
        : phase === 'confirming'
          ? t('button.again')
          : amending
            ? t('button.amend')
            : buys
              ? t('button.returns', { amount: moneyOf(formats, figures.payout) })
              : t('button.receives', { amount: moneyOf(formats, figures.receive) });
  return (
    // Where it is narrow or low, letters are high, or the ticket is a column, the cost stands beside what comes back, so that the title has the whole line.
    <span className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-2.5">
      <span className="text-15 leading-5 font-680 text-balance max-[22.4375rem]:col-span-2 compact:tall-letters:col-span-2 xl:col-span-2 compact:[@media(max-height:43.75rem)]:col-span-2">
        {title}
      </span>
      <span className="col-start-1 mt-0.5 text-13 leading-[1.2] font-540">{second}</span>
      {buys ? (
        <Num className="col-start-2 row-span-2 row-start-1 text-15 font-620 max-[22.4375rem]:row-span-1 max-[22.4375rem]:row-start-2 max-[22.4375rem]:text-13 compact:tall-letters:row-span-1 compact:tall-letters:row-start-2 compact:tall-letters:text-13 xl:row-span-1 xl:row-start-2 xl:text-13 compact:[@media(max-height:43.75rem)]:row-span-1 compact:[@media(max-height:43.75rem)]:row-start-2 compact:[@media(max-height:43.75rem)]:text-13 roomy:max-xl:hidden">
          {moneyOf(formats, whole)}
        </Num>
      ) : null}
    </span>
  );
}
