import { useTranslation } from '#web/i18n/use-translation.ts';
import { useSend } from '#web/ui/call/use-call.ts';
import { Field } from '#web/ui/form/field.tsx';
import { Form, FormEnd } from '#web/ui/form/form.tsx';
import { Select } from '#web/ui/form/select.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { Sheet } from '#web/ui/sheet.tsx';
import { useNumberField } from '#web/ui/use-number-field.ts';
import { AMOUNT_PLACES, readAmount } from '../pay-amount.ts';
import { useCashierNews } from '../use-cashier.ts';
import type { Request } from './shown.ts';

const LONGEST_NOTE = 140;
const LONGEST_LIST = 2_000;
const WAYS = ['each', 'others', 'with_me'] as const;
type Way = (typeof WAYS)[number];
const EMPTY = { from: '', amount: '', note: '', way: 'each' as Way };

/** People as they are typed in one line. */
const listOf = (typed: string) =>
  typed
    .split(/[,;\n、，]/)
    .map((one) => one.trim())
    .filter((one) => one !== '');

/** Asks people for money, or makes a link. `onMade` has what was made. */
export function AskSheet(props: { readonly onMade: (made: readonly Request[]) => void; readonly onClose: () => void }) {
  const { t } = useTranslation('cashier');
  const news = useCashierNews();
  const call = useSend('cashier.makeRequest', {
    onDone: async ({ items }) => {
      await news();
      props.onMade(items);
    },
  });
  const form = useForm({
    start: EMPTY,
    call,
    missing: ({ amount }) => (readAmount(amount) === null ? { name: 'amount', says: t('pay.missing_amount') } : null),
    send: ({ from: typed, amount, note, way }) => {
      const from = listOf(typed);
      return call.send({
        body: {
          amount: readAmount(amount) ?? '',
          ...(note.trim() === '' ? {} : { note: note.trim() }),
          ...(from.length === 0 ? {} : { from }),
          ...(from.length === 0 || way === 'each' ? {} : { split: way }),
        },
      });
    },
  });
  const field = useNumberField(AMOUNT_PLACES, (typed) => form.set('amount', typed));
  return (
    <Sheet open onOpenChange={props.onClose} title={t('req.ask')}>
      <Form form={form}>
        <Field
          label={t('req.from')}
          hint={t('req.from_hint')}
          autoComplete="off"
          spellCheck={false}
          maxLength={LONGEST_LIST}
          {...form.field('from')}
        />
        <Field
          name="amount"
          label={t('pay.amount')}
          inputMode="decimal"
          autoComplete="off"
          value={form.values.amount}
          {...field}
        />
        {listOf(form.values.from).length === 0 ? null : (
          <Select
            label={t('req.way')}
            value={form.values.way}
            onChange={({ currentTarget: { value } }) => form.set('way', WAYS.find((way) => way === value) ?? 'each')}
          >
            {WAYS.map((way) => (
              <option key={way} value={way}>
                {t(`req.way.${way}`)}
              </option>
            ))}
          </Select>
        )}
        <Field
          label={t('pay.note')}
          hint={t('req.note_hint')}
          autoComplete="off"
          maxLength={LONGEST_NOTE}
          {...form.field('note')}
        />
        <FormEnd form={form} says={t('req.send')} busy={t('req.sending')} />
      </Form>
    </Sheet>
  );
}
