import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { add, toDecimal } from '#domain/money.ts';
import { useFormats } from '#web/shell-context.ts';
import { Num } from '#web/ui/num.tsx';
import { useNumberField } from '#web/ui/use-number-field.ts';
import { selectWhole } from '#web/ui/select-whole.ts';
import { cx } from '#web/ui/cx.ts';
import { Select } from '#web/ui/form/select.tsx';
import { Stepper } from '#web/ui/form/stepper.tsx';
import { Switch } from '#web/ui/form/switch.tsx';
import { ChipChoice, Segments } from '#web/ui/tabs.tsx';
import { FieldHelp } from '#web/ui/term.tsx';
import { isFirst, ofRound, type Outcome } from '../book-view.ts';
import { OUTCOME_ICONS } from '../outcome-tag.tsx';
import type { RoundProblem } from './round-problem.ts';
import { limitPrice, stepShares, type Life, type RoundFigures, type RoundTicket } from './round-ticket.ts';
import {
  PLACES,
  centsText,
  gainAt,
  parseMoney,
  parsePercent,
  priceForGain,
  sharesText,
  stepPrice,
} from './share-math.ts';
import { centsOf } from '../cents.ts';
import { lotsWords, moneyOf, useOutcomeWord } from '../words.ts';

export interface FormProps {
  readonly ticket: RoundTicket;
  readonly figures: RoundFigures;
  readonly problem: RoundProblem | null;
  /** Best price to buy each outcome at now, or to sell it where the ticket sells; milli. */
  readonly now: Readonly<Record<Outcome, number | null>>;
  /** Shares can be sold here: the switch between buying and selling is shown. */
  readonly sells: boolean;
  readonly onChange: (part: Partial<RoundTicket>) => void;
}

/** Both outcomes, the first at the start, with their prices now. */
export function SideChoice({ ticket, now, onChange }: FormProps) {
  const { t } = useTranslation('rounds');
  const formats = useFormats();
  const word = useOutcomeWord();
  const outcomes: readonly Outcome[] = ofRound(ticket.outcome) ? ['UP', 'DOWN'] : ['YES', 'NO'];
  const side = (outcome: Outcome) => {
    const on = ticket.outcome === outcome;
    const up = isFirst(outcome);
    const Icon = OUTCOME_ICONS[outcome];
    const price = now[outcome];
    return (
      <button
        key={outcome}
        type="button"
        aria-pressed={on}
        data-outcome={outcome}
        onClick={() => onChange({ outcome })}
        className={cx(
          'flex min-h-13 min-w-0 items-center gap-2.5 rounded-trade px-3.5 py-1.5 compact:min-h-12 compact:py-1 compact:[@media(max-height:43.75rem)]:min-h-11 compact:[@media(max-height:43.75rem)]:py-0.5 max-[22.4375rem]:gap-1.5 max-[22.4375rem]:px-2.5 text-start transition-[filter] duration-120',
          up && (on ? 'bg-up text-on-up' : 'bg-up-soft text-up hover:brightness-110'),
          !up && (on ? 'bg-down text-on-down' : 'bg-down-soft text-down hover:brightness-110'),
        )}
      >
        <Icon aria-hidden className="size-5 shrink-0 stroke-[2.5]" />
        <span className="min-w-0">
          <span className="block text-16 leading-5 font-680">{word(outcome)}</span>
          <span className="block text-12 font-540">
            {price === null ? t('side.no_price') : t('side.now', { price: centsOf(formats, price) })}
          </span>
        </span>
      </button>
    );
  };
  return (
    <fieldset className="grid min-w-0 grid-cols-2 gap-2.5">
      <legend className="vh">{t('side.label')}</legend>
      {outcomes.map(side)}
    </fieldset>
  );
}

/** Market or limit, buy or sell. `inMenu`: on phones the first of them is chosen elsewhere. */
export function KindChoice({ ticket, sells, onChange, inMenu }: FormProps & { readonly inMenu?: true }) {
  const { t } = useTranslation('rounds');
  const hasSides = sells || ticket.side === 'SELL';
  return (
    <div className={cx('grid gap-2', inMenu === true && !hasSides && 'compact:hidden')}>
      {hasSides ? (
        <Segments
          label={t('kind.buy_or_sell')}
          value={ticket.side}
          onChange={(side) => onChange({ side })}
          items={[
            { value: 'BUY', label: t('order.buy') },
            { value: 'SELL', label: t('order.sell') },
          ]}
        />
      ) : null}
      <Segments
        className={inMenu === true ? 'compact:hidden' : 'compact:[&_button]:min-h-9!'}
        label={t('kind.label')}
        value={ticket.kind}
        onChange={(kind) => onChange({ kind })}
        items={[
          { value: 'market', label: ticket.side === 'BUY' ? t('kind.buy_now') : t('kind.sell_now') },
          { value: 'limit', label: t('kind.limit') },
        ]}
      />
    </div>
  );
}

/** Price of a share and how many; money chips set the money, shares follow, rounded down. */
export function SizeFields(props: FormProps) {
  const { ticket } = props;
  return (
    <div className="grid gap-2">
      <div className="grid grid-cols-2 gap-x-2.5 *:row-span-3 *:grid *:grid-rows-subgrid *:[&>:first-child]:self-end [&_input]:text-16 max-xl:[&_input]:text-15 pointer-coarse:[&_input]:text-16">
        {ticket.kind === 'limit' ? (
          // What is typed as a gain is of one outcome and side.
          <PriceField key={`${ticket.outcome} ${ticket.side}`} {...props} />
        ) : (
          <MoneyField {...props} />
        )}
        <SharesField {...props} />
      </div>
      {ticket.side === 'BUY' ? <MoneyChips {...props} /> : null}
    </div>
  );
}

const PRICE_LABELS = { cents: 'price.label', gain: 'price.gain', sale: 'price.sell' } as const;

/** The price in cents or as the gain it means: both are one number. */
function PriceField({ ticket, problem, onChange }: FormProps) {
  const { t } = useTranslation('rounds');
  const formats = useFormats();
  const [unit, setUnit] = useState<'cents' | 'gain'>('cents');
  const [typed, setTyped] = useState<string | null>(null);
  const price = limitPrice(ticket);
  const gain = price === null || price < 1 || price > 999 ? null : formats.percent(gainAt(price), { signed: true });
  const step = (way: 'up' | 'down') => {
    // A higher gain is a lower price.
    const along = unit === 'cents' ? way : way === 'up' ? 'down' : 'up';
    onChange({ price: centsText(stepPrice(price ?? 500, along)) });
  };
  const type = (text: string) => {
    setTyped(text);
    if (unit === 'cents') onChange({ price: text });
    const wished = unit === 'gain' ? parsePercent(text) : null;
    if (wished !== null) onChange({ price: centsText(priceForGain(wished)) });
  };
  const field = useNumberField(unit === 'cents' ? PLACES.cents : PLACES.percent, type);
  const inField = unit === 'cents' ? ticket.price : (typed ?? gain ?? '');
  const wrong =
    problem === 'priceMissing'
      ? t('problem.priceMissing')
      : problem === 'priceStep'
        ? t('problem.priceStep')
        : problem === 'wouldCross'
          ? t('problem.wouldCross')
          : null;
  return (
    <Stepper
      label={
        // Where two fields share the width of a phone, a label of two lines would push them under the figures.
        <>
          <span className="compact:hidden">{t(PRICE_LABELS[ticket.side === 'SELL' ? 'sale' : unit])}</span>
          <span className="roomy:hidden">{t(unit === 'cents' ? 'col.price' : 'price.gain_short')}</span>
        </>
      }
      help={<FieldHelp name="limit" />}
      hint={
        gain === null || ticket.side === 'SELL' ? null : (
          <button
            type="button"
            className="-my-1 min-h-6 text-brand-text"
            onClick={() => {
              setTyped(null);
              setUnit(unit === 'cents' ? 'gain' : 'cents');
            }}
          >
            <span className="vh">{unit === 'cents' ? t('price.by_gain') : t('price.by_cents')}: </span>
            <Num>{unit === 'cents' ? gain : price === null ? '' : centsOf(formats, price)}</Num>
          </button>
        )
      }
      lessLabel={t('price.lower')}
      moreLabel={t('price.higher')}
      onLess={() => step('down')}
      onMore={() => step('up')}
      problem={wrong}
      input={{
        value: inField,
        maxLength: 8,
        'aria-describedby': undefined,
        onFocus: (event) => selectWhole(event.currentTarget),
        onBlur: () => setTyped(null),
        ...field,
      }}
    />
  );
}

function MoneyField({ ticket, figures, problem, onChange }: FormProps) {
  const { t } = useTranslation('rounds');
  const money = ticket.side === 'BUY';
  const field = useNumberField(PLACES.size, (text) => onChange({ size: { by: 'money', text } }));
  const known = ticket.size.by === 'money' ? parseMoney(ticket.size.text) : null;
  const text = ticket.size.by === 'money' ? ticket.size.text : toDecimal(money ? figures.cost : figures.receive, 2);
  const to = (units: bigint) => onChange({ size: { by: 'money', text: String(units < 1n ? 1n : units) } });
  const whole = (known ?? figures.cost) / 1_000_000n;
  const step = whole >= 100n ? 10n : whole >= 20n ? 5n : 1n;
  const wrong =
    problem === 'tooLittle' ? t('problem.tooLittle') : problem === 'noBalance' ? t('problem.noBalance') : null;
  if (!money) {
    return (
      <Stepper
        label={t('sale.receive')}
        lessLabel={t('size.less')}
        moreLabel={t('size.more')}
        onLess={() => undefined}
        onMore={() => undefined}
        canLess={false}
        canMore={false}
        output={<Num>{text}</Num>}
      />
    );
  }
  return (
    <Stepper
      label={t('field.amount')}
      hint={figures.short ? <Short figures={figures} /> : null}
      lessLabel={t('size.less')}
      moreLabel={t('size.more')}
      onLess={() => to(whole - step)}
      onMore={() => to(whole + step)}
      problem={wrong}
      input={{
        value: text,
        maxLength: 13,
        ...field,
      }}
    />
  );
}

/** The book has less on offer than the amount: beside the field stands what it would cost. */
function Short({ figures }: Pick<FormProps, 'figures'>) {
  const { t } = useTranslation('rounds');
  const formats = useFormats();
  const words = t('fine.short', { shares: lotsWords(formats, figures.taken) });
  return (
    <span title={words} className="text-warn">
      <span className="vh">{words} </span>
      <Num>{moneyOf(formats, add(figures.cost, figures.fee))}</Num>
    </span>
  );
}

function SharesField({ ticket, figures, problem, onChange }: FormProps) {
  const { t } = useTranslation('rounds');
  const formats = useFormats();
  const field = useNumberField(PLACES.size, (typed) => onChange({ size: { by: 'shares', text: typed } }));
  const text = ticket.size.by === 'shares' ? ticket.size.text : sharesText(figures.lots);
  const step = (way: 'up' | 'down') =>
    onChange({ size: { by: 'shares', text: sharesText(stepShares(figures.lots, way)) } });
  const wrong =
    problem === 'tooFew'
      ? t('problem.tooFew')
      : problem === 'soldWhole'
        ? t('problem.soldWhole')
        : problem === 'noShares'
          ? t('problem.noShares')
          : problem === 'sizeMissing'
            ? t('problem.sizeMissing')
            : problem === 'noBalance' && ticket.kind === 'limit'
              ? t('problem.noBalance')
              : null;
  return (
    <Stepper
      label={t('term.shares')}
      help={<FieldHelp name="share" />}
      hint={ticket.kind === 'limit' && ticket.side === 'BUY' ? <Num>{moneyOf(formats, figures.cost)}</Num> : null}
      lessLabel={t('size.fewer')}
      moreLabel={t('size.more_shares')}
      onLess={() => step('down')}
      onMore={() => step('up')}
      problem={wrong}
      input={{
        value: text,
        maxLength: 12,
        ...field,
      }}
    />
  );
}

const MONEY = ['5', '10', '25', '50', '100'] as const;

function MoneyChips({ ticket, onChange }: FormProps) {
  const { t } = useTranslation('rounds');
  const formats = useFormats();
  const chosen = ticket.size.by === 'money' ? ticket.size.text : null;
  return (
    <ChipChoice
      className="compact:hidden"
      label={t('field.amount')}
      value={MONEY.find((one) => one === chosen) ?? null}
      onChange={(text) => onChange({ size: { by: 'money', text } })}
      items={MONEY.map((one) => {
        const text = formats.money(one, { places: 0 });
        return { value: one, label: <Num>{text.length > one.length + 2 ? one : text}</Num> };
      })}
    />
  );
}

const LIVES: readonly Life[] = ['GTC', 'GTD', 'FAK', 'FOK'];
const SPANS = [30, 60, 300, 900] as const;

/** How long a limit order stands, and whether it may meet the book. */
export function MoreChoices({ ticket, onChange }: FormProps) {
  const { t } = useTranslation('rounds');
  const formats = useFormats();
  if (ticket.kind !== 'limit') return null;
  const rests = ticket.life === 'GTC' || ticket.life === 'GTD';
  const word = (life: Life) => (life === 'GTC' && !ofRound(ticket.outcome) ? t('life.GTC_market') : t(`life.${life}`));
  return (
    <details className="group rounded-field bg-s2 px-3.5 text-13 open:pb-3">
      <summary className="flex min-h-10 cursor-pointer items-center gap-2 text-mut hover:text-text pointer-coarse:min-h-11">
        <span className="flex-1">{t('more.title')}</span>
        <span className="text-text">{word(ticket.life)}</span>
        <ChevronDown aria-hidden className="size-4 shrink-0 group-open:rotate-180" />
      </summary>
      <div className="grid gap-2.5 pt-1">
        <Select
          label={t('life.label')}
          value={ticket.life}
          onChange={(event) => onChange({ life: LIVES.find((one) => one === event.currentTarget.value) ?? 'GTC' })}
        >
          {LIVES.map((life) => (
            <option key={life} value={life}>
              {word(life)}
            </option>
          ))}
        </Select>
        {ticket.life === 'GTD' ? (
          <ChipChoice
            label={t('life.for')}
            value={String(ticket.goodForSec)}
            onChange={(next) => onChange({ goodForSec: Number(next) })}
            items={SPANS.map((span) => ({ value: String(span), label: formats.duration(span) }))}
          />
        ) : null}
        {rests ? (
          <Switch
            checked={ticket.postOnly === 'on'}
            onChange={(on) => onChange({ postOnly: on ? 'on' : 'off' })}
            label={t('more.post_only')}
          />
        ) : null}
      </div>
    </details>
  );
}
