import { useTranslation } from '#web/i18n/use-translation.ts';
import { fetchCode } from '#web/fetch-code.ts';
import { useSend } from '#web/ui/call/use-call.ts';
import { Field } from '#web/ui/form/field.tsx';
import { Form, FormEnd } from '#web/ui/form/form.tsx';
import { Select } from '#web/ui/form/select.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { Sheet } from '#web/ui/sheet.tsx';
import { useBookChanged, type Book, type Saved } from './use-book.ts';

const LONGEST_LABEL = 40;
const LONGEST_ADDRESS = 200;
const LONGEST_HOLDER = 60;

interface Draft {
  readonly network: string;
  readonly address: string;
  readonly label: string;
  readonly heldBy: string;
}

interface AddressSheetProps {
  /** null: a new one. */
  readonly saved: Saved | null;
  readonly networks: Book['networks'];
  readonly onClose: () => void;
}

/** Saves an address, or changes one. */
export function AddressSheet({ saved, networks, onClose }: AddressSheetProps) {
  const { t } = useTranslation('cashier');
  const changed = useBookChanged();
  const call = useSend('cashier.saveAddress', {
    onDone: (book) => {
      changed(book);
      onClose();
    },
  });
  const bodyOf = ({ network, address, label, heldBy }: Draft) => ({
    ...(saved === null ? {} : { id: saved.id, tag: saved.tag }),
    network,
    address: address.trim(),
    label: label.trim(),
    heldBy: heldBy.trim(),
  });
  const form = useForm<Draft>({
    start: {
      network: saved?.network ?? networks[0]?.id ?? '',
      address: saved?.address ?? '',
      label: saved?.label ?? '',
      heldBy: saved?.heldBy ?? '',
    },
    call,
    missing: ({ address, label }) => {
      if (address.trim() === '') return { name: 'address', says: t('book.missing_address') };
      return label.trim() === '' ? { name: 'label', says: t('book.missing_label') } : null;
    },
    check: {
      schema: () => fetchCode(() => import('#protocol/cashier/addresses.ts')).then((code) => code.saveAddressBody),
      of: bodyOf,
    },
    faults: (name) => (name === 'address' ? t('book.wrong_address') : null),
    send: (draft) => call.send({ body: bodyOf(draft) }),
  });
  return (
    <Sheet open onOpenChange={onClose} title={t(saved === null ? 'book.add' : 'book.edit_title')}>
      <Form form={form}>
        <Select
          label={t('book.network')}
          value={form.values.network}
          onChange={(event) => form.set('network', event.currentTarget.value)}
        >
          {networks.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
        <Field
          label={t('book.address')}
          dir="ltr"
          autoComplete="off"
          spellCheck={false}
          maxLength={LONGEST_ADDRESS}
          {...form.field('address')}
        />
        <Field
          label={t('book.label')}
          hint={t('book.label_hint')}
          autoComplete="off"
          maxLength={LONGEST_LABEL}
          {...form.field('label')}
        />
        <Field
          label={t('book.held_by')}
          hint={t('book.held_by_hint')}
          autoComplete="off"
          maxLength={LONGEST_HOLDER}
          {...form.field('heldBy')}
        />
        <FormEnd form={form} says={t('book.save')} busy={t('book.saving')} />
      </Form>
    </Sheet>
  );
}
