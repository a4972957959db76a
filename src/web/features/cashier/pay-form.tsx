import { useState } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useFormats } from '#web/shell-context.ts';
import { Button } from '#web/ui/button.tsx';
import { useSend } from '#web/ui/call/use-call.ts';
import { Field } from '#web/ui/form/field.tsx';
import { Form, FormEnd } from '#web/ui/form/form.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { useNumberField } from '#web/ui/use-number-field.ts';
import { AMOUNT_PLACES, mostOf, readAmount } from './pay-amount.ts';
import { ReviewSheet, type Wish } from './review-sheet.tsx';
import { ofPayment, useCashierNews, type Estimate } from './use-cashier.ts';

const LONGEST_NOTE = 140;
const EMPTY = { to: '', amount: '', note: '' };

/** Whom, how much, and what for. The press shows who that is before anything is paid. */
export function PayForm({ now, onAmount }: { readonly now: Estimate; readonly onAmount: (typed: string) => void }) {
  const { t } = useTranslation('cashier');
  const formats = useFormats();
  const [wish, setWish] = useState<Wish | null>(null);
  const look = useSend('cashier.estimate');
  const form = useForm({
    start: EMPTY,
    call: look,
    missing: ({ to, amount }) => {
      if (to.trim() === '') return { name: 'to', says: t('pay.missing_to') };
      if (readAmount(amount) === null) return { name: 'amount', says: t('pay.missing_amount') };
      const open = now.gates.filter(({ state }) => state === 'open').length;
      return open === 0 ? null : { name: 'gates', says: t('gates.fix', { count: open }) };
    },
    send: async ({ to, amount: typed, note }) => {
      const amount = readAmount(typed);
      if (amount === null) return null;
      const found = await look.send({ body: { transfer: true, to: to.trim(), amount } });
      if (found !== null) setWish({ to: to.trim(), amount, note: note.trim(), found: ofPayment(found) });
      // What is typed stays until it is paid.
      return null;
    },
  });
  const news = useCashierNews();
  const pay = useSend('cashier.withdraw', {
    onDone: async () => {
      await news();
      setWish(null);
      form.reset();
      for (const name of ['to', 'amount', 'note'] as const) form.set(name, '');
      onAmount('');
    },
  });
  const put = (typed: string) => {
    form.set('amount', typed);
    onAmount(typed);
  };
  const field = useNumberField(AMOUNT_PLACES, put);
  const most = mostOf(now);
  return (
    <section className="card min-w-0 p-4.5 md:p-6">
      <Form form={form}>
        <Field
          label={t('pay.to')}
          hint={t('pay.to_hint')}
          autoComplete="off"
          spellCheck={false}
          maxLength={254}
          {...form.field('to')}
        />
        <Field
          name="amount"
          label={t('pay.amount')}
          inputMode="decimal"
          autoComplete="off"
          value={form.values.amount}
          {...field}
          hint={t('pay.bounds', { min: formats.money(now.minStr), max: formats.money(now.maxStr) })}
          end={
            most === null ? undefined : (
              <Button size="sm" onClick={() => put(most)}>
                {t('pay.max')}
              </Button>
            )
          }
        />
        <Field
          label={t('pay.note')}
          hint={t('pay.note_hint')}
          autoComplete="off"
          maxLength={LONGEST_NOTE}
          {...form.field('note')}
        />
        <FormEnd form={form} says={t('pay.review')} busy={t('pay.looking')} />
      </Form>
      {wish === null ? null : (
        <ReviewSheet
          wish={wish}
          pay={pay}
          onClose={() => {
            pay.clear();
            setWish(null);
          }}
        />
      )}
    </section>
  );
}
