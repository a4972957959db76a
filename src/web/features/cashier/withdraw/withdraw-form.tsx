import { useRef, useState } from 'react';
import { Link } from 'react-router';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { serverClock } from '#web/live/server-clock.ts';
import { useFormats, useShell } from '#web/shell-context.ts';
import { link, pathOf } from '#web/site.ts';
import { Button } from '#web/ui/button.tsx';
import { focusPart } from '#web/ui/focus-part.ts';
import { useSend } from '#web/ui/call/use-call.ts';
import { Field } from '#web/ui/form/field.tsx';
import { Select } from '#web/ui/form/select.tsx';
import type { Gap } from '#web/ui/form/use-form.ts';
import { Num } from '#web/ui/num.tsx';
import { KeyValues } from '#web/ui/show/key-values.tsx';
import { useNumberField } from '#web/ui/use-number-field.ts';
import { useLeft } from '#web/use-left.ts';
import type { Book } from '../addresses/use-book.ts';
import { AMOUNT_PLACES, readAmount } from '../pay-amount.ts';
import { useCashierNews } from '../use-cashier.ts';
import { insteadOf, mostOf, receiveText } from './amounts.ts';
import { ReviewSheet, type Wish } from './review-sheet.tsx';
import type { Estimate } from './use-withdraw.ts';

export interface Typed {
  readonly network: string;
  readonly token: string;
  /** Id of a saved address; '': another one. */
  readonly saved: string;
  readonly other: string;
  readonly amount: string;
}

interface FormProps {
  readonly book: Book;
  readonly typed: Typed;
  /** The address that was chosen or typed. */
  readonly address: string | null;
  readonly now: Estimate;
  readonly onTyped: (typed: Typed) => void;
}

/** Where to and how much, what of it arrives, and the way to the review. */
export function WithdrawForm(props: FormProps) {
  const { book, typed, address, now, onTyped } = props;
  const { t } = useTranslation('withdraw');
  const formats = useFormats();
  const form = useRef<HTMLElement>(null);
  const [wish, setWish] = useState<Wish | null>(null);
  const news = useCashierNews();
  const send = useSend('cashier.withdraw', {
    onDone: async () => {
      await news();
      setWish(null);
      onTyped({ ...typed, amount: '' });
    },
  });
  const amount = readAmount(typed.amount);
  const gap = useGap(props, amount);
  const instead = insteadOf(now, amount);
  const network = book.networks.find(({ id }) => id === typed.network);
  const label = book.items.find(({ id }) => id === typed.saved)?.label ?? null;
  const review = (total: string) => {
    if (address === null || network === undefined) return;
    const { fee, feeStr, rate } = now;
    const receive = (Number(total) - fee).toFixed(2);
    setWish({
      ...typed,
      network: network.id,
      networkName: network.name,
      address,
      label,
      amount: total,
      feeStr,
      receive,
      rate,
    });
  };
  return (
    <section ref={form} className="card grid min-w-0 gap-4 p-4.5 md:p-6">
      <Places book={book} typed={typed} onTyped={onTyped} />
      <AmountField typed={typed} now={now} onTyped={onTyped} />
      <Sum now={now} token={typed.token} />
      <div className="grid gap-2.5">
        <Button
          variant="primary"
          size="lg"
          wide
          aria-disabled={gap !== null}
          onClick={() => {
            if (gap !== null && form.current !== null) focusPart(form.current, gap.name);
            else if (amount !== null) review(amount);
          }}
        >
          {gap?.says ?? t('sheet.title')}
        </Button>
        {instead === null || address === null ? null : (
          <Button size="lg" wide onClick={() => review(instead)}>
            {t('instead', { amount: formats.own(instead) })}
          </Button>
        )}
      </div>
      {wish === null ? null : (
        <ReviewSheet
          wish={wish}
          send={send}
          onClose={() => {
            send.clear();
            setWish(null);
          }}
        />
      )}
    </section>
  );
}

/** What keeps it from being reviewed: a field, or a gate. */
function useGap({ book, address, now }: FormProps, amount: string | null): Gap | null {
  const { t } = useTranslation('withdraw');
  const { t: tc } = useTranslation('cashier');
  if (address === null) {
    return book.savedOnly ? { name: 'to', says: t('pick') } : { name: 'address', says: tc('book.missing_address') };
  }
  if (amount === null) return { name: 'amount', says: tc('pay.missing_amount') };
  const open = now.gates.filter(({ state }) => state === 'open').length;
  return open === 0 ? null : { name: 'gates', says: tc('gates.fix', { count: open }) };
}

type Part = Pick<FormProps, 'typed' | 'onTyped'>;

function Places({ book, typed, onTyped }: Part & { readonly book: Book }) {
  const { t } = useTranslation('withdraw');
  const { t: tc } = useTranslation('cashier');
  const formats = useFormats();
  const { config, locale } = useShell();
  const paying = book.networks.filter(({ pays }) => pays);
  const tokens = paying.find(({ id }) => id === typed.network)?.tokens ?? [];
  const saved = book.items.filter(({ network }) => network === typed.network);
  const goTo = (id: string) => {
    const next = paying.find((one) => one.id === id);
    const first = book.items.find(({ network }) => network === id);
    const token = next?.tokens.includes(typed.token) === true ? typed.token : (next?.tokens[0] ?? '');
    onTyped({ ...typed, network: id, token, saved: first?.id ?? '' });
  };
  return (
    <>
      <div className="grid grid-cols-2 gap-3">
        <Select
          label={t('coin')}
          value={typed.token}
          onChange={(event) => onTyped({ ...typed, token: event.currentTarget.value })}
        >
          {tokens.map((token) => (
            <option key={token}>{token}</option>
          ))}
        </Select>
        <Select label={t('network')} value={typed.network} onChange={(event) => goTo(event.currentTarget.value)}>
          {paying.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      </div>
      <div className="grid gap-3">
        <Select
          name="to"
          label={t('to')}
          value={typed.saved}
          onChange={(event) => onTyped({ ...typed, saved: event.currentTarget.value })}
          hint={
            <Link
              to={link(config, 'dashboard', pathOf('address-book', locale))}
              className="inline-flex min-h-6 items-center text-brand-text hover:underline"
            >
              {t('act.book')}
            </Link>
          }
        >
          {saved.map(({ id, label, usableFrom }) => {
            const until = Date.parse(usableFrom);
            const waits = until > serverClock.now();
            return (
              <option key={id} value={id}>
                {waits ? t('waits', { label, until: formats.minute(until) }) : label}
              </option>
            );
          })}
          {book.savedOnly ? null : <option value="">{t('other')}</option>}
          {book.savedOnly && saved.length === 0 ? <option value="">{t('pick')}</option> : null}
        </Select>
        {typed.saved !== '' || book.savedOnly ? null : (
          <Field
            name="address"
            label={tc('book.address')}
            hint={t('other_hint')}
            autoComplete="off"
            spellCheck={false}
            maxLength={200}
            dir="ltr"
            value={typed.other}
            onChange={(event) => onTyped({ ...typed, other: event.currentTarget.value })}
          />
        )}
      </div>
    </>
  );
}

function AmountField({ typed, now, onTyped }: Part & { readonly now: Estimate }) {
  const { t } = useTranslation('withdraw');
  const { t: tc } = useTranslation('cashier');
  const formats = useFormats();
  const put = (amount: string) => onTyped({ ...typed, amount });
  const field = useNumberField(AMOUNT_PLACES, put);
  const most = mostOf(now);
  return (
    <Field
      name="amount"
      label={tc('pay.amount')}
      inputMode="decimal"
      autoComplete="off"
      value={typed.amount}
      {...field}
      hint={t('free', { amount: formats.own(now.freeStr) })}
      end={
        most === null ? undefined : (
          <Button size="sm" onClick={() => put(most)}>
            {t('all')}
          </Button>
        )
      }
    />
  );
}

/** What of the amount arrives, and how long that is said. */
function Sum({ now, token }: { readonly now: Estimate; readonly token: string }) {
  const { t } = useTranslation('withdraw');
  const formats = useFormats();
  const left = Math.ceil(useLeft(Date.parse(now.heldUntil)) / 1_000);
  return (
    <div className="grid gap-2 rounded-field bg-s2 p-4">
      <KeyValues
        items={[
          { id: 'fee', label: t('fee'), value: <Num>{formats.money(now.feeStr)}</Num> },
          ...(now.rate === null ? [] : [{ id: 'rate', label: t('rate'), value: <Num>{formats.money(now.rate)}</Num> }]),
          {
            id: 'receive',
            label: t('receive'),
            value: (
              <Num>{now.receiveStr === null ? '–' : `${receiveText(formats, now.receiveStr, now.rate)} ${token}`}</Num>
            ),
            big: true,
          },
        ]}
      />
      <p className="text-13 text-mut">
        <span className="tabular-nums">{t(now.rate === null ? 'held' : 'held_rate', { seconds: left })}</span>{' '}
        {t('arrives', { time: formats.durationWords(now.arrivalSeconds) })}
      </p>
    </div>
  );
}
