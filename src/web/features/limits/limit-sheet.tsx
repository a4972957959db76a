import { useTranslation } from '#web/i18n/use-translation.ts';
import type { CallInput } from '#web/api/calls.ts';
import { useFormats } from '#web/shell-context.ts';
import { useNumberField } from '#web/ui/use-number-field.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/form/field.tsx';
import { Form, FormEnd } from '#web/ui/form/form.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { Sheet } from '#web/ui/sheet.tsx';
import { AMOUNT_PLACES, readAmount, readMinutes } from './amount.ts';
import { useLimitChange } from './use-limits.ts';
import type { LimitView } from './use-limits.ts';

type Change = NonNullable<CallInput<'limits.change'>['body']['limits']>[number];

interface Wish {
  readonly change: Change;
  readonly shown: string;
  /** Nothing is loosened: it holds at once. */
  readonly atOnce: boolean;
}

/** Sets, changes or removes one limit, and says when it will hold. */
export function LimitSheet(props: {
  readonly limit: LimitView;
  readonly waitSeconds: number;
  readonly onClose: () => void;
}) {
  const { limit, waitSeconds, onClose } = props;
  const { t } = useTranslation('limits');
  const formats = useFormats();
  const change = useLimitChange('limits.change');
  const isTime = limit.name === 'session';
  const isSet = limit.amountStr !== null || limit.minutes !== null;
  const wishOf = useWish(limit);
  const wait = formats.wait(waitSeconds * 1_000);
  const send = async (one: Change | undefined) => {
    const now = one === undefined ? null : await change.send({ body: { limits: [one] } });
    if (now !== null) onClose();
    return now;
  };
  const missing = t(isTime ? 'sheet.missing_minutes' : 'sheet.missing');
  const form = useForm({
    start: { limit: '' },
    call: change,
    missing: ({ limit: typed }) => (wishOf(typed) === null ? { name: 'limit', says: missing } : null),
    send: ({ limit: typed }) => send(wishOf(typed)?.change),
  });
  const typed = form.values.limit;
  const wish = wishOf(typed);
  const field = useNumberField(isTime ? 0 : AMOUNT_PLACES, (text) => form.set('limit', text));
  const off = (
    limit.name === 'session' ? { name: limit.name, minutes: null } : { name: limit.name, amount: null }
  ) satisfies Change;
  return (
    <Sheet open onOpenChange={(open) => (open ? undefined : onClose())} title={t(`name.${limit.name}`)}>
      <Form form={form}>
        <Field
          name="limit"
          label={t(isTime ? 'sheet.minutes' : 'sheet.amount')}
          inputMode={isTime ? 'numeric' : 'decimal'}
          autoComplete="off"
          value={typed}
          {...field}
          problem={typed.trim() !== '' && wish === null ? missing : null}
          hint={wish === null ? null : wish.atOnce ? t('sheet.lower') : t('sheet.higher', { wait })}
        />
        <FormEnd form={form} says={wish === null ? missing : t('sheet.save', { amount: wish.shown })} />
        {isSet ? (
          <div className="grid justify-items-center gap-1 text-center">
            <Button variant="ghost" onClick={() => void send(off)} aria-disabled={change.busy}>
              {t('sheet.remove')}
            </Button>
            <p className="text-12 text-mut">{t('sheet.higher', { wait })}</p>
          </div>
        ) : null}
      </Form>
    </Sheet>
  );
}

/** What the text of the field asks for; null: nothing that can be. */
function useWish(limit: LimitView): (typed: string) => Wish | null {
  const formats = useFormats();
  return (typed) => {
    if (limit.name === 'session') {
      const minutes = readMinutes(typed);
      if (minutes === null) return null;
      return {
        change: { name: limit.name, minutes },
        shown: formats.span(minutes * 60_000),
        atOnce: limit.minutes === null || minutes <= limit.minutes,
      };
    }
    const amount = readAmount(typed);
    if (amount === null) return null;
    return {
      change: { name: limit.name, amount },
      shown: formats.money(amount),
      atOnce: limit.amount === null || Number(amount) <= limit.amount,
    };
  };
}
