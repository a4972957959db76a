import { useState } from 'react';
import type { ActField } from '#protocol/office/cells.ts';
import type { OfficeAct, OfficeActDone } from '#protocol/office/office.ts';
import { useSend } from '#web/ui/call/use-call.ts';
import { Field } from '#web/ui/form/field.tsx';
import { Form, FormEnd } from '#web/ui/form/form.tsx';
import { Select } from '#web/ui/form/select.tsx';
import { TextArea } from '#web/ui/form/text-area.tsx';
import { useForm, type Form as FormState } from '#web/ui/form/use-form.ts';
import { KeyValues } from '#web/ui/show/key-values.tsx';
import { Sheet } from '#web/ui/sheet.tsx';
import { showToast } from '#web/ui/toast.tsx';
import { keyValue } from './cell.tsx';
import { useReadAnew } from './use-record.ts';

type Values = Record<string, string>;

const FAULTS: Readonly<Record<string, string>> = {
  missing: 'Fill this in.',
  too_small: 'This is too short or too small.',
  too_large: 'This is too long or too large.',
  decimals: 'This has too many decimals.',
};

/** The fields of an act and its reason. */
export function ActSheet(props: {
  readonly act: OfficeAct;
  readonly at: { readonly desk: string; readonly id: string };
  readonly onClose: () => void;
  /** Draws what the act shows. */
  readonly onShow: (done: OfficeActDone) => void;
}) {
  const { act, at, onClose, onShow } = props;
  const readAnew = useReadAnew();
  const [first, setFirst] = useState<OfficeActDone | null>(null);
  const send = useSend('office.act', {
    onDone: async (done) => {
      setFirst(done.stays === true ? done : null);
      if (done.stays === true) return;
      showToast({ tone: act.people === 2 ? 'warn' : 'info', title: done.said });
      await readAnew();
      if (done.lines !== undefined || done.opens !== undefined) onShow(done);
      onClose();
    },
  });
  const form = useForm<Values>({
    start: Object.fromEntries([...act.fields.map(({ name, value = '' }) => [name, value]), ['reason', '']]) as Values,
    call: send,
    missing: (values) => {
      const empty = act.fields.find(({ name, optional }) => optional !== true && (values[name] ?? '').trim() === '');
      if (empty !== undefined) return { name: empty.name, says: `Fill in “${empty.label}”` };
      return (values['reason'] ?? '').trim().length < 3 ? { name: 'reason', says: 'Say why' } : null;
    },
    faults: (_name, fault) => FAULTS[fault] ?? 'This can’t be read.',
    send: ({ reason = '', ...fields }) => {
      const filled = Object.fromEntries(Object.entries(fields).filter(([, value]) => value.trim() !== ''));
      return send.send({ params: { ...at, act: act.id }, body: { reason: reason.trim(), fields: filled } });
    },
  });
  return (
    <Sheet open onOpenChange={onClose} title={act.label} description={act.text}>
      <Form form={form}>
        {act.fields.map((field) => (
          <ActInput key={field.name} field={field} form={form} />
        ))}
        <TextArea
          label="Reason"
          rows={3}
          maxLength={500}
          hint="It’s kept in the audit log. Ctrl+Enter sends."
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit();
          }}
          {...form.field('reason')}
        />
        <p className="text-13 text-mut">{act.rule}</p>
        {first === null ? null : <First done={first} />}
        <FormEnd
          form={form}
          says={act.people === 2 ? 'Ask a second person' : act.label}
          busy="One moment …"
          variant={act.danger === true ? 'danger' : 'primary'}
        />
      </Form>
    </Sheet>
  );
}

/** What the act would do with what was typed, before it is done. */
function First({ done: { said, lines = [] } }: { readonly done: OfficeActDone }) {
  return (
    <section aria-label={said} aria-live="polite" className="grid gap-2 rounded-card border border-line bg-s2 p-3">
      <span className="text-13 font-540">{said}</span>
      <KeyValues items={lines.map(keyValue)} />
    </section>
  );
}

function ActInput({ field, form }: { readonly field: ActField; readonly form: FormState<Values> }) {
  const { name, kind, options = [], optional } = field;
  const label = optional === true ? `${field.label} (can be empty)` : field.label;
  if (kind === 'fixed') return null;
  const props = form.field(name);
  if (kind === 'choice') {
    return (
      <Select label={label} {...props}>
        <option value="">Choose</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </Select>
    );
  }
  if (kind === 'long' || kind === 'ids') return <TextArea label={label} rows={4} {...props} />;
  return (
    <Field
      label={label}
      type={kind === 'day' ? 'date' : 'text'}
      inputMode={kind === 'money' || kind === 'number' ? 'decimal' : undefined}
      {...props}
    />
  );
}
