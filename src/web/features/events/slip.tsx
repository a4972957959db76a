import { useRef } from 'react';
import type { EventWire } from '#protocol/events/events.ts';
import type { ApiError } from '#web/api/api-error.ts';
import { useSession } from '#web/api/session.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import type { useBookTrading } from '#web/shares/use-book-trading.tsx';
import { KindChoice, MoreChoices, SideChoice, SizeFields, type FormProps } from '#web/shares/ticket/round-form.tsx';
import { OrderButton } from '#web/shares/ticket/order-button.tsx';
import { Outcomes, PayoffBox } from '#web/shares/ticket/payoff-box.tsx';
import { BLOCKING_ROUND, type RoundProblem } from '#web/shares/ticket/round-problem.ts';
import { limitPrice } from '#web/shares/ticket/round-ticket.ts';
import { centsOf } from '#web/shares/cents.ts';
import { lotsWords, moneyUp, wireCents } from '#web/shares/words.ts';
import { useFormats, useShell } from '#web/shell-context.ts';
import { link, pathOf } from '#web/site.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { ProblemBox } from '#web/ui/call/problem-box.tsx';
import { useProblemOf } from '#web/ui/call/problem.ts';
import { useSignInHref } from '#web/ui/frame/account-links.tsx';
import { useEventLinks, type EventRealm } from './event-links.ts';
import { AttestTick } from './restricted/attest-tick.tsx';
import type { MayTrade } from './restricted/use-may-trade.ts';
import { RulesTick } from './rules/rules-tick.tsx';

type BookTrading = ReturnType<typeof useBookTrading>;
type Market = EventWire['markets'][number];

export interface SlipProps {
  readonly desk: BookTrading;
  readonly event: EventWire;
  readonly market: Market;
  readonly rules: { readonly read: boolean; readonly onRead: (read: boolean) => void };
  readonly mayTrade: MayTrade;
  /** What the server said no to; null: nothing. */
  readonly refusal: ApiError | null;
  /** The person was told that there is too little money. */
  readonly lacksMoney: boolean;
  readonly onRefill: () => void;
  /** The rules are wanted: a sheet gives way to them. */
  readonly onRules: () => void;
  /** In a sheet the heading is the sheet's. */
  readonly bare?: boolean;
}

/** Buys and sells the shares of one market: side, price, how much, what it means, and the button. */
export function Slip(props: SlipProps) {
  const { t } = useTranslation('events');
  const { state } = useSession();
  const { event, market, bare = false } = props;
  return (
    <section aria-label={t('slip.title')} className="grid gap-3.5" data-part="slip">
      {bare ? null : (
        <header>
          <h2 lang={event.language} className="text-15 font-620">
            <bdi>{market.title}</bdi>
          </h2>
          {event.title === market.title ? null : (
            <p lang={event.language} className="text-13 text-mut">
              <bdi>{event.title}</bdi>
            </p>
          )}
        </header>
      )}
      {state.status === 'visitor' ? <Visitor event={event} /> : <Form {...props} />}
    </section>
  );
}

/** Nobody is signed in: what it would cost is seen in the book; to trade one signs in, or takes demo money. */
function Visitor({ event }: { readonly event: EventWire }) {
  const { t } = useTranslation('events');
  const signIn = useSignInHref();
  const { event: addressOf } = useEventLinks('real');
  return (
    <div className="grid gap-2">
      <a href={signIn('login')} className={buttonClass({ variant: 'primary', size: 'lg', wide: true })}>
        {t('slip.login')}
      </a>
      <a href={addressOf(event.slug, 'demo')} className={buttonClass({ variant: 'outline', size: 'lg', wide: true })}>
        {t('realm.to_demo')}
      </a>
    </div>
  );
}

function Form(props: SlipProps) {
  const { desk, rules } = props;
  const { ticket, figures, problem } = desk;
  const form: FormProps = {
    ticket,
    figures,
    problem,
    now: desk.sideNow,
    sells: desk.free > 0,
    onChange: desk.change,
  };
  return (
    <>
      <SideChoice {...form} />
      {desk.amending === null ? <KindChoice {...form} /> : null}
      <SizeFields {...form} />
      <MoreChoices {...form} />
      <Outcomes ticket={ticket} figures={figures} paid={desk.paid} />
      <PayoffBox
        ticket={ticket}
        figures={figures}
        middle={desk.middle}
        best={desk.best[ticket.outcome]}
        feeBps={desk.feeBps}
      />
      <Foot {...props} rules={rules} />
    </>
  );
}

function Foot(props: SlipProps) {
  const { t } = useTranslation('events');
  const { desk, rules } = props;
  const { realm, state } = useSession();
  const { ticket, figures, problem } = desk;
  const reason = useReason(desk);
  const box = useRef<HTMLDivElement>(null);
  const attest = useRef<HTMLDivElement>(null);
  const { asked: isUnsaid } = props.mayTrade;
  const refused = useProblemOf()(props.refusal);
  const blocked = problem !== null && BLOCKING_ROUND.has(problem) ? problem : null;
  const isUnread = !rules.read && ticket.side === 'BUY';
  const lacking = problem === null || blocked !== null ? null : reason(problem);
  const press = () => {
    if (isUnread && blocked === null) box.current?.querySelector('input')?.focus();
    else if (isUnsaid && blocked === null) attest.current?.querySelector('input')?.focus();
    else desk.tap();
  };
  return (
    <div className="grid gap-2.5">
      <RulesTick
        key={props.market.id}
        {...{ ...rules, ref: box }}
        asked={ticket.side === 'BUY'}
        onRules={props.onRules}
      />
      <AttestTick {...props} ref={attest} />
      <AmendNote desk={desk} />
      <OrderButton
        ticket={ticket}
        figures={figures}
        blocked={blocked}
        missing={isUnread ? t('slip.read_first') : isUnsaid ? t('slip.attest_first') : lacking}
        reason={blocked === null ? '' : reason(blocked)}
        phase={desk.phase}
        amending={desk.amending !== null}
        ready={state.status === 'ready'}
        slim={false}
        onTap={press}
      />
      <output className={desk.notice === null ? 'vh' : 'block text-13 text-warn'}>{desk.notice}</output>
      <ProblemBox problem={refused} />
      {problem === 'noBalance' || props.lacksMoney ? <Funds realm={realm} onRefill={props.onRefill} /> : null}
      <Fine desk={desk} isLive={props.market.isLive} />
    </div>
  );
}

/** An order is being changed: which one, and the way to leave it as it is. */
function AmendNote({ desk }: { readonly desk: BookTrading }) {
  const { t } = useTranslation('rounds');
  const formats = useFormats();
  if (desk.amending === null) return null;
  return (
    <p className="flex items-center justify-between gap-2 rounded-field bg-brand-soft px-3 py-1.5 text-13">
      {t('amend.note', { price: wireCents(formats, desk.amending.price) })}
      <button
        type="button"
        className="min-h-8 shrink-0 font-540 text-brand-text pointer-coarse:min-h-11"
        onClick={desk.stopAmending}
      >
        {t('amend.stop')}
      </button>
    </p>
  );
}

/** Where money comes from: on demo from nowhere. */
function Funds({ realm, onRefill }: { readonly realm: EventRealm; readonly onRefill: () => void }) {
  const { t } = useTranslation(['events', 'trading', 'common']);
  const { config, locale } = useShell();
  return (
    <div className="grid gap-2 rounded-field bg-s2 px-3.5 py-3 text-13">
      <p>{t('slip.fund')}</p>
      {realm === 'demo' ? (
        <Button onClick={onRefill}>{t('trading:demo.refill')}</Button>
      ) : (
        <a href={link(config, 'dashboard', pathOf('deposit', locale))} className={buttonClass({ variant: 'outline' })}>
          {t('common:cash.deposit')}
        </a>
      )}
    </div>
  );
}

/** From so far behind the best price on (thousandths) it is said where the order moves the price. */
const MOVES_BY = 20;

/** What becomes of the order: under its button. */
function Fine({ desk, isLive }: { readonly desk: BookTrading; readonly isLive: boolean }) {
  const { t } = useTranslation(['events', 'rounds']);
  const formats = useFormats();
  const { ticket, figures, problem } = desk;
  if (problem !== null) return null;
  const best = desk.sideNow[ticket.outcome];
  const price = limitPrice(ticket);
  const lines: string[] = [];
  if (ticket.kind === 'market' && figures.price !== null && best !== null) {
    if (Math.abs(figures.price - best) > MOVES_BY) {
      lines.push(t('slip.moves', { price: centsOf(formats, Math.round(figures.price)) }));
    }
  }
  if (figures.short) lines.push(t('rounds:fine.short', { shares: lotsWords(formats, figures.taken) }));
  if (figures.worst !== null) {
    lines.push(t('rounds:fine.worst', { side: ticket.side, price: centsOf(formats, figures.worst) }));
  }
  if (ticket.kind === 'limit' && figures.rested > 0 && price !== null) {
    lines.push(t('slip.rests', { shares: lotsWords(formats, figures.rested), price: centsOf(formats, price) }));
  }
  if (isLive && figures.taken > 0) lines.push(t('slip.live'));
  return <p className="text-center text-12 text-pretty text-mut">{lines.join(' ')}</p>;
}

/** What stands in the way, in words. */
function useReason(desk: BookTrading): (problem: RoundProblem) => string {
  const { t } = useTranslation(['events', 'rounds']);
  const formats = useFormats();
  return (problem) => {
    if (problem === 'roundClosed' || problem === 'marketClosed') return t('slip.closed');
    if (problem === 'reconnecting' || problem === 'offline') return t('rounds:state.reconnecting');
    if (problem === 'notYet' || problem === 'paused') return t('rounds:problem.paused');
    if (problem === 'tooMuch') return t('rounds:problem.noBalance');
    if (problem === 'noBalance' && desk.cashAsked !== null) {
      return t('rounds:problem.needs', { amount: moneyUp(formats, desk.cashAsked) });
    }
    return t(`rounds:problem.${problem}`);
  };
}
