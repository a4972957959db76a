import { useRef, useState, type ReactNode, type RefObject } from 'react';
import { fromDecimal, type Usdt } from '#domain/money.ts';
import { MIN_LOTS } from '#domain/trading/orders/market.ts';
import { costOf, WHOLE } from '#domain/trading/orders/share-money.ts';
import type { EventWire } from '#protocol/events/events.ts';
import type { PositionWire } from '#protocol/exchange.ts';
import { useRole, useSession } from '#web/api/session.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { sharesText } from '#web/shares/ticket/share-math.ts';
import { lotsWords, moneyOf } from '#web/shares/words.ts';
import { useFormats } from '#web/shell-context.ts';
import { isFor, pageOf } from '#web/site.ts';
import { Button } from '#web/ui/button.tsx';
import { ProblemBox } from '#web/ui/call/problem-box.tsx';
import { useSend } from '#web/ui/call/use-call.ts';
import { Field } from '#web/ui/form/field.tsx';
import { Select } from '#web/ui/form/select.tsx';
import { Num } from '#web/ui/num.tsx';
import { plainNumber } from '#web/ui/typed-number.ts';
import { useNumberField } from '#web/ui/use-number-field.ts';
import { RulesTick } from '../rules/rules-tick.tsx';
import { holdingsOf, moneyOfMove, mostOf, movesFor, type Holding, type SetMove } from './sets-math.ts';

/** Lots of 0.01 share that are 10^-6 of a share. */
const LOT_UNITS = 10_000n;
const FIRST_SHARES = '10';

interface CardProps {
  readonly event: EventWire;
  readonly held: readonly PositionWire[];
  readonly rules: {
    readonly read: boolean;
    readonly onRead: (read: boolean) => void;
  };
  readonly onMoved: () => void;
}

/** Full sets of an event of which exactly one outcome comes true. Nothing while it takes no orders, and for nobody who does not trade. */
export function SetsCard(props: CardProps) {
  const { t } = useTranslation('events');
  const { state } = useSession();
  const isTrader = isFor(pageOf('trading'), useRole());
  const formats = useFormats();
  const { markets } = props.event;
  if (state.status !== 'ready' || !isTrader || markets.length < 2 || markets.some((market) => market.state !== 'OPEN'))
    return null;
  return (
    <section aria-labelledby="sets-title" className="card grid gap-3 p-4 text-13" data-part="sets">
      <div className="grid gap-1">
        <h2 id="sets-title" className="text-14 font-620">
          {t('sets.title')}
        </h2>
        <p className="text-pretty text-mut">{t('sets.text', { amount: formats.money('1.00') })}</p>
      </div>
      <Sets {...props} />
    </section>
  );
}

function Sets({ event, held, rules, onMoved }: CardProps) {
  const { t } = useTranslation('events');
  const formats = useFormats();
  const holdings = holdingsOf(
    event.markets.map(({ marketId }) => marketId),
    held,
  );
  const moves = movesFor(holdings);
  const [wished, setWished] = useState<SetMove>('buy');
  const [wishedOf, setWishedOf] = useState('');
  const [text, setText] = useState(FIRST_SHARES);
  const [moved, setMoved] = useState<'no' | 'yes'>('no');
  const box = useRef<HTMLDivElement>(null);
  const move = moves.includes(wished) ? wished : 'buy';
  const possible = holdings.filter(({ marketId }) => mostOf(move, marketId, holdings) > 0);
  const of = possible.find(({ marketId }) => marketId === wishedOf)?.marketId ?? possible[0]?.marketId ?? '';
  const most = mostOf(move, of, holdings);
  const lots = lotsIn(text);
  const problem = problemOf({ move, lots, most });
  const call = useSend('exchange.sets', {
    onDone: () => {
      setMoved('yes');
      onMoved();
    },
  });
  const change = (act: () => void) => {
    setMoved('no');
    call.clear();
    act();
  };
  const field = useNumberField(2, (typed) => change(() => setText(typed)));
  const isUnread = move === 'buy' && !rules.read;
  const press = () => {
    if (isUnread) box.current?.querySelector('input')?.focus();
    else if (problem === null && lots !== null)
      void call.send({
        params: { id: of },
        body: { move, shares: sharesText(lots) },
      });
  };
  return (
    <>
      {moves.length > 1 ? (
        <Select
          label={t('sets.move')}
          value={move}
          onChange={({ currentTarget }) => change(() => setWished(currentTarget.value as SetMove))}
        >
          {moves.map((one) => (
            <option key={one} value={one}>
              {t(`sets.${one}`)}
            </option>
          ))}
        </Select>
      ) : null}
      {(move === 'noToYes' || move === 'yesToNo') && possible.length > 1 ? (
        <Select
          label={t('sets.outcome')}
          value={of}
          onChange={({ currentTarget }) => change(() => setWishedOf(currentTarget.value))}
        >
          {event.markets
            .filter(({ marketId }) => possible.some((one) => one.marketId === marketId))
            .map(({ marketId, title }) => (
              <option key={marketId} value={marketId} lang={event.language}>
                {title}
              </option>
            ))}
        </Select>
      ) : null}
      <Field
        label={t('sets.shares')}
        inputMode="decimal"
        autoComplete="off"
        dir="ltr"
        maxLength={12}
        value={text}
        hint={most === Infinity ? undefined : t('sets.most', { shares: lotsWords(formats, most) })}
        problem={problem === null || text === '' ? undefined : t(`sets.${problem}`)}
        {...field}
      />
      <Preview {...{ event, move, of, holdings }} lots={problem === null ? (lots ?? 0) : 0} />
      <BuyRules {...{ rules, box }} asked={move === 'buy'} />
      <ProblemBox problem={call.problem} />
      <Button aria-disabled={call.busy || problem !== null} onClick={press}>
        {isUnread ? t('slip.read_first') : t(`sets.${move}`)}
      </Button>
      <output className={moved === 'yes' ? 'block text-ok' : 'vh'}>{moved === 'yes' ? t('sets.done') : null}</output>
    </>
  );
}

function BuyRules({
  rules,
  box,
  asked,
}: Pick<CardProps, 'rules'> & {
  readonly box: RefObject<HTMLDivElement | null>;
  readonly asked: boolean;
}) {
  return <RulesTick {...rules} ref={box} asked={asked} onRules={() => undefined} />;
}

interface PreviewProps {
  readonly event: EventWire;
  readonly move: SetMove;
  readonly of: string;
  readonly holdings: readonly Holding[];
  readonly lots: number;
}

/** What one gives and gets, before it is pressed. */
function Preview({ event, move, of, holdings, lots }: PreviewProps) {
  const { t } = useTranslation('events');
  const formats = useFormats();
  const { pays, gets } = moneyOfMove(move, lots, holdings);
  const shares = lotsWords(formats, lots);
  const title = event.markets.find(({ marketId }) => marketId === of)?.title ?? '';
  const money = (amount: Usdt) => (amount > 0n ? [<Num key="money">{moneyOf(formats, amount)}</Num>] : []);
  const no = (
    <span key="no" lang={event.language}>
      {t('sets.of_no', { shares, outcome: title })}
    </span>
  );
  const all = <span key="all">{t('sets.of_all', { shares })}</span>;
  const others = <span key="others">{t('sets.of_others', { shares })}</span>;
  const given = { buy: [], sell: [all], noToYes: [no], yesToNo: [others] }[move];
  const got = { buy: [all], sell: [], noToYes: [others], yesToNo: [no] }[move];
  const isMet = lots > 0 && move !== 'sell' && (gets > 0n || (move === 'buy' && pays < costOf(WHOLE, lots)));
  const shrinks = holdings.some((one) => Math.abs(one.lots) > one.free);
  return (
    <div className="grid gap-2 rounded-field bg-s2 px-3.5 py-3">
      <dl className="grid gap-1.5" data-part="sets-preview">
        <Line label={t(given.length === 0 ? 'sets.pay' : 'sets.give')}>{[...given, ...money(pays)]}</Line>
        <Line label={t('sets.get')}>{[...got, ...money(gets)]}</Line>
      </dl>
      {isMet ? <p className="text-pretty text-mut">{t('sets.met', { amount: formats.money('1.00') })}</p> : null}
      {isMet && shrinks ? <p className="text-pretty text-mut">{t('sets.orders')}</p> : null}
      <p className="text-mut">{t('sets.free')}</p>
    </div>
  );
}

function Line({ label, children }: { readonly label: string; readonly children: readonly ReactNode[] }) {
  return (
    <div className="flex items-baseline justify-between gap-3">
      <dt className="shrink-0 text-mut">{label}</dt>
      <dd className="grid justify-items-end gap-0.5 text-end font-540 [overflow-wrap:anywhere]">
        {children.length === 0 ? '–' : children}
      </dd>
    </div>
  );
}

/** Lots of what was typed; null: it is no number of shares. */
function lotsIn(text: string): number | null {
  const plain = plainNumber(text);
  if (plain === null) return null;
  const units = fromDecimal(plain, 2);
  return units !== null && units > 0n ? Number(units / LOT_UNITS) : null;
}

function problemOf({
  move,
  lots,
  most,
}: {
  readonly move: SetMove;
  readonly lots: number | null;
  readonly most: number;
}): 'few' | 'least' | 'missing' | null {
  if (lots === null) return 'missing';
  if (move === 'buy' && lots < MIN_LOTS) return 'least';
  return lots > most ? 'few' : null;
}
