import { CalendarClock } from 'lucide-react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { usePauseReason } from '#web/live/feed-reason.ts';
import { useFormats } from '#web/shell-context.ts';
import { Button } from '#web/ui/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { EmptyState, Skeleton } from '#web/ui/states.tsx';
import { PayoffBox, PayoffLine, Outcomes } from '#web/shares/ticket/payoff-box.tsx';
import { OrderButton } from '#web/shares/ticket/order-button.tsx';
import type { RoundSlotProps } from '#web/round-slot.ts';
import { KindMenu } from './kind-menu.tsx';
import { RoundChooser } from './round-chooser.tsx';
import { KindChoice, MoreChoices, SideChoice, SizeFields, type FormProps } from '#web/shares/ticket/round-form.tsx';
import { endOf } from '#web/shares/ticket/round-order.ts';
import { STAYS } from '#web/ui/stays.ts';
import { BLOCKING_ROUND, type RoundProblem } from '#web/shares/ticket/round-problem.ts';
import { limitPrice } from '#web/shares/ticket/round-ticket.ts';
import type { useRoundTrading } from './use-round-trading.tsx';
import { centsOf } from '#web/shares/cents.ts';
import { lotsWords, minuteOf, moneyUp, wireCents } from '#web/shares/words.ts';

type Props = RoundSlotProps & { readonly quick: ReturnType<typeof useRoundTrading> };

/** The Round ticket: which round, which side, at what price, how many, what it means, and the button. */
export function RoundTicketForm(props: Props) {
  const { t } = useTranslation('rounds');
  const { quick } = props;
  const frame =
    'flex min-h-0 flex-1 flex-col gap-3.5 px-4 pb-4 short:gap-2.5 compact:gap-2 compact:tall-letters:gap-1.5 compact:px-3 compact:pb-3';
  if (quick.list.state === 'loading') {
    return (
      <div className={frame} aria-busy>
        <Skeleton className="h-8" />
        <Skeleton className="h-14" />
        <Skeleton className="h-12" />
        <Skeleton className="h-24" />
        <Skeleton className="mt-auto h-16" />
      </div>
    );
  }
  const { round } = quick;
  if (round === null) {
    return (
      <div className={frame}>
        <EmptyState
          className="p-0!"
          icon={<CalendarClock aria-hidden />}
          title={quick.list.state === 'failed' ? t('load.failed') : t('round.none')}
          text={quick.list.state === 'failed' ? undefined : <NextOpening {...props} />}
          action={
            quick.list.state === 'failed' ? <Button onClick={quick.list.reload}>{t('btn.retry')}</Button> : undefined
          }
        />
      </div>
    );
  }
  return (
    <div className={cx(frame, 'roomy:overflow-y-auto beside:overflow-y-auto')}>
      <RoundChooser
        rounds={quick.list.rounds}
        round={round}
        now={props.now}
        onRound={quick.chooseRound}
        end={quick.amending === null ? <KindMenu ticket={quick.ticket} onChange={quick.change} /> : null}
      />
      <Fields {...props} />
      <div className="flex-1 compact:hidden" />
      <Foot {...props} />
    </div>
  );
}

function NextOpening({ pair }: Props) {
  const { t } = useTranslation('rounds');
  const formats = useFormats();
  return pair.nextOpen === null
    ? t('round.none_text')
    : t('round.none_until', { time: formats.deadline(Date.parse(pair.nextOpen)) });
}

function Fields({ quick, pair, now }: Props) {
  const form: FormProps = {
    ticket: quick.ticket,
    figures: quick.figures,
    problem: quick.problem,
    now: quick.sideNow,
    sells: quick.free > 0,
    onChange: quick.change,
  };
  const { outcome } = quick.ticket;
  return (
    <>
      <SideChoice {...form} />
      {quick.amending === null ? <KindChoice {...form} inMenu /> : null}
      <SizeFields {...form} />
      {pair.degraded && quick.ticket.side === 'BUY' ? <FewSources pair={pair} /> : null}
      <MoreChoices {...form} />
      <PayoffBox
        ticket={quick.ticket}
        figures={quick.figures}
        middle={quick.middle}
        best={quick.best[outcome]}
        feeBps={quick.feeBps}
      />
      <FineLine quick={quick} now={now} className="roomy:hidden [@media(min-height:56.0625rem)]:hidden" />
    </>
  );
}

/** Why an order may cost less than usual. */
function FewSources({ pair }: Pick<Props, 'pair'>) {
  const { t } = useTranslation('rounds');
  const formats = useFormats();
  return (
    <p data-few-sources="" className="text-12 text-warn">
      {t('few_sources', { amount: formats.money(String(pair.maxStake), { places: 0 }) })}
    </p>
  );
}

function Foot(props: Props) {
  const { t } = useTranslation('rounds');
  const formats = useFormats();
  const { quick } = props;
  const { ticket, figures, problem } = quick;
  const reason = useReason(props);
  const blocked = problem !== null && BLOCKING_ROUND.has(problem) ? problem : null;
  const next = blocked === 'roundClosed' ? quick.next : null;
  return (
    <div
      className={cx(
        STAYS,
        'grid gap-2 pb-4 [--fade:14px] roomy:-bottom-4 roomy:-mb-4 compact:-mb-3 beside:-bottom-3 compact:gap-1.5 compact:pb-1.5 compact:[--fade:8px] compact:[@media(max-height:43.75rem)]:gap-1',
      )}
    >
      {quick.amending === null ? null : (
        <p className="flex items-center justify-between gap-2 rounded-field bg-brand-soft px-3 py-1.5 text-13 pointer-coarse:py-0">
          {t('amend.note', { price: wireCents(formats, quick.amending.price) })}
          <button
            type="button"
            className="min-h-8 shrink-0 font-540 text-brand-text pointer-coarse:min-h-11"
            onClick={quick.stopAmending}
          >
            {t('amend.stop')}
          </button>
        </p>
      )}
      <Outcomes ticket={ticket} figures={figures} paid={quick.paid} />
      {/* Nothing can be ordered now: where letters are high, the fields need its room on phones. */}
      <div className={cx('contents', next !== null && 'compact:tall-letters:hidden')}>
        <PayoffLine ticket={ticket} figures={figures} />
      </div>
      <OrderButton
        ticket={ticket}
        figures={figures}
        blocked={blocked}
        missing={problem === null || blocked !== null ? null : reason(problem)}
        reason={blocked === null ? '' : reason(blocked)}
        phase={quick.phase}
        amending={quick.amending !== null}
        ready={props.ready}
        slim={next !== null}
        onTap={quick.tap}
      />
      {next === null ? null : (
        <Button onClick={() => quick.chooseRound(next)}>
          {t('round.offer_next', { time: minuteOf(formats, next.startsAt) })}
        </Button>
      )}
      <output className={cx('block text-13 text-warn', quick.notice === null && 'vh')}>{quick.notice}</output>
      <FineLine
        quick={quick}
        now={props.now}
        // On phones the line of the button says the price, and the fields above it need the room.
        className={cx(
          'text-center compact:[@media(max-height:56rem)]:hidden',
          figures.worst === null && 'compact:hidden',
        )}
      />
    </div>
  );
}

/** What becomes of the order: under its button. */
function FineLine({ quick, now, className }: Pick<Props, 'quick' | 'now'> & { readonly className: string }) {
  const { t } = useTranslation('rounds');
  const formats = useFormats();
  const { ticket, figures, round, problem } = quick;
  if (round === null || problem !== null) return null;
  const price = limitPrice(ticket);
  const taken = { shares: lotsWords(formats, figures.taken) };
  return (
    <p className={cx('text-12 text-faint', className)}>
      {figures.short ? <span className="text-mut">{t('fine.short', taken)} </span> : null}
      {ticket.kind === 'limit' && figures.rested > 0
        ? t('fine.rests', {
            ahead: lotsWords(formats, figures.ahead),
            price: price === null ? '–' : centsOf(formats, price),
            time: formats.moment(Math.min(endOf(ticket, now) ?? Infinity, Date.parse(round.cutOffAt))),
          })
        : figures.worst === null
          ? t('fine.taken', taken)
          : t('fine.worst', { side: ticket.side, price: centsOf(formats, figures.worst) })}
    </p>
  );
}

/** What stands in the way, in words. */
function useReason({ pair, quick }: Props): (problem: RoundProblem) => string {
  const { t } = useTranslation('rounds');
  const formats = useFormats();
  const paused = usePauseReason(pair);
  return (problem) => {
    if (problem === 'marketClosed') {
      return pair.nextOpen === null
        ? t('state.market_closed')
        : t('problem.opens', { time: formats.deadline(Date.parse(pair.nextOpen)) });
    }
    if (problem === 'notYet') return t('problem.notYet', { time: minuteOf(formats, quick.round?.opensAt ?? '') });
    if (problem === 'tooMuch')
      return t('problem.tooMuch', { amount: formats.money(String(pair.maxStake), { places: 0 }) });
    if (problem === 'noBalance' && quick.cashAsked !== null) {
      return t('problem.needs', { amount: moneyUp(formats, quick.cashAsked) });
    }
    if (problem === 'reconnecting') return t('state.reconnecting');
    if (problem === 'offline') return paused;
    return t(`problem.${problem}`);
  };
}
