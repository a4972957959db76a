import { useState } from 'react';
import type { FormEvent } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import type { CallAnswer } from '#web/api/calls.ts';
import { fetchCode } from '#web/fetch-code.ts';
import { serverClock } from '#web/live/server-clock.ts';
import { useFormats, useShell } from '#web/shell-context.ts';
import { useNumberField } from '#web/ui/use-number-field.ts';
import { Button } from '#web/ui/button.tsx';
import { useSend } from '#web/ui/call/use-call.ts';
import { Checkbox } from '#web/ui/form/checkbox.tsx';
import { Field } from '#web/ui/form/field.tsx';
import { Form, FormEnd } from '#web/ui/form/form.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { focusPart } from '#web/ui/focus-part.ts';
import { Select } from '#web/ui/form/select.tsx';
import { Sheet } from '#web/ui/sheet.tsx';
import { Segments } from '#web/ui/tabs.tsx';
import { CopyButton } from '../copy-button.tsx';
import { bodyOf, CENTS, EMPTY_KEY, KEY_DAYS, KEY_SCOPES, missingOf, turned } from './key-draft.ts';
import type { KeyDraft } from './key-draft.ts';
import { useSecurityChanged } from '../security/use-security.ts';

type Made = CallAnswer<'apiKeys.create'>;
/** What a demo key begins with. */
const DEMO_MONEY = '10000';
const EXAMPLE = '203.0.113.0/24';

/** Terms of a new key, and then its secret, once. */
export function KeySheet({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('keys');
  const [made, setMade] = useState<Made | null>(null);
  return made === null ? (
    <Sheet open onOpenChange={onClose} title={t('create_title')}>
      <Terms onMade={setMade} />
    </Sheet>
  ) : (
    // Shown only now: a slip of the finger must not lose it.
    <Sheet open title={t('secret_title')} description={t('secret_text')}>
      <Secret made={made} onDone={onClose} />
    </Sheet>
  );
}

function Terms({ onMade }: { readonly onMade: (made: Made) => void }) {
  const { t } = useTranslation('keys');
  const { config } = useShell();
  const formats = useFormats();
  const changed = useSecurityChanged();
  const call = useSend('apiKeys.create', {
    onDone: (made) => {
      onMade(made);
      void changed();
    },
  });
  const words: Readonly<Record<string, string>> = {
    name: t('wrong.name', { count: config.most.apiKeys }),
    lossCapDay: t('missing.cap'),
    addresses: t('wrong.addresses', { example: EXAMPLE }),
  };
  const form = useForm<KeyDraft>({
    start: EMPTY_KEY,
    call,
    missing: (draft) => {
      const name = missingOf(draft);
      return name === null ? null : { name, says: t(`missing.${name === 'lossCapDay' ? 'cap' : name}`) };
    },
    check: {
      schema: () => fetchCode(() => import('#protocol/api-keys.ts')).then(({ newApiKeyBody }) => newApiKeyBody),
      of: (draft) => bodyOf(draft, serverClock.now()),
    },
    faults: (name) => words[name] ?? null,
    send: (draft) => call.send({ body: bodyOf(draft, serverClock.now()) }),
  });
  const draft = form.values;
  const capField = useNumberField(CENTS, (cap) => form.set('lossCapDay', cap));
  return (
    <Form form={form}>
      <Field label={t('name')} hint={t('name.hint')} autoComplete="off" maxLength={60} {...form.field('name')} />
      <Choice
        title={t('account')}
        hint={t(`account.${draft.realm}.hint`, { amount: formats.money(DEMO_MONEY) })}
        {...form.choice('realm')}
        items={(['demo', 'real'] as const).map((value) => ({ value, label: t(`account.${value}`) }))}
      />
      <Choice
        title={t('kind')}
        hint={t(`kind.${draft.kind}.hint`)}
        {...form.choice('kind')}
        items={(['bearer', 'hmac'] as const).map((value) => ({ value, label: t(`kind.${value}`) }))}
      />
      <Scopes draft={draft} onChange={(scopes) => form.set('scopes', scopes)} />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label={t('cap_label')}
          hint={t('cap.hint')}
          inputMode="decimal"
          autoComplete="off"
          maxLength={16}
          {...form.field('lossCapDay')}
          {...capField}
          value={draft.lossCapDay}
          {...(form.gap?.name === 'lossCapDay' ? { problem: form.gap.says } : {})}
        />
        <Select
          label={t('ends')}
          value={String(draft.days)}
          onChange={(event) => form.set('days', Number(event.currentTarget.value))}
        >
          {KEY_DAYS.map((days) => (
            <option key={days} value={days}>
              {days === 0 ? t('ends.never') : t('ends.days', { count: days })}
            </option>
          ))}
        </Select>
      </div>
      <Field
        label={t('addresses')}
        hint={t('addresses.hint')}
        dir="ltr"
        placeholder={EXAMPLE}
        autoComplete="off"
        spellCheck={false}
        {...form.field('addresses')}
      />
      <FormEnd form={form} says={t('make')} busy={t('making')} />
    </Form>
  );
}

function Choice<V extends string>(props: {
  readonly title: string;
  readonly hint: string;
  readonly value: V;
  readonly onChange: (value: V) => void;
  readonly items: readonly { readonly value: V; readonly label: string }[];
}) {
  return (
    <div>
      <p aria-hidden className="mb-1.5 text-13 font-540 text-mut">
        {props.title}
      </p>
      <Segments label={props.title} value={props.value} onChange={props.onChange} items={props.items} />
      <p className="mt-1.5 text-12 text-mut">{props.hint}</p>
    </div>
  );
}

function Scopes({
  draft,
  onChange,
}: {
  readonly draft: KeyDraft;
  readonly onChange: (scopes: KeyDraft['scopes']) => void;
}) {
  const { t } = useTranslation('keys');
  return (
    <fieldset data-part="scopes" className="grid gap-2">
      <legend className="mb-1.5 text-13 font-540 text-mut">{t('scopes')}</legend>
      {KEY_SCOPES.map((scope) => (
        <Checkbox
          key={scope}
          checked={draft.scopes.includes(scope)}
          onChange={() => onChange(turned(draft, scope))}
          label={
            <>
              <span className="block font-540">{t(`scope.${scope}`)}</span>
              <span className="block text-12 text-mut">{t(`scope.${scope}.hint`)}</span>
            </>
          }
        />
      ))}
    </fieldset>
  );
}

function Secret({ made, onDone }: { readonly made: Made; readonly onDone: () => void }) {
  const { t } = useTranslation(['keys', 'settings']);
  const [kept, setKept] = useState(false);
  const texts = [
    ...(made.key.kind === 'hmac' ? [[t('id'), made.key.id] as const] : []),
    [t('secret'), made.secret] as const,
  ];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (kept) onDone();
    else focusPart(event.currentTarget, 'kept');
  };
  return (
    <form className="grid gap-4" onSubmit={submit}>
      {texts.map(([label, text]) => (
        <div key={label} className="rounded-field bg-s2 p-3.5">
          <p className="text-13 text-mut">{label}</p>
          <p dir="ltr" className="mt-1 font-mono text-14 break-all select-all">
            {text}
          </p>
          <CopyButton text={text} className="mt-2 bg-s3" />
        </div>
      ))}
      <Checkbox name="kept" checked={kept} onChange={setKept} label={t('kept')} />
      <Button type="submit" variant="primary" size="lg" wide aria-disabled={!kept}>
        {kept ? t('settings:recovery.done') : t('kept_missing')}
      </Button>
    </form>
  );
}
