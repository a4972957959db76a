import { useProfileChanged, type Profile } from '#web/api/profile.ts';
import { fetchCode } from '#web/fetch-code.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { SandboxName } from '#web/sandbox/sandbox-name.tsx';
import { useFormats } from '#web/shell-context.ts';
import { useSend } from '#web/ui/call/use-call.ts';
import { Field } from '#web/ui/form/field.tsx';
import { Form, FormEnd } from '#web/ui/form/form.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { Panel, PanelBody } from '#web/ui/panel.tsx';
import { Chip } from '#web/ui/states.tsx';
import { STEP_TONES } from './step-looks.ts';
import type { StepLook } from './steps.ts';

interface NameDraft {
  readonly firstName: string;
  readonly lastName: string;
  readonly birthDate: string;
}

const FIELDS = ['firstName', 'lastName', 'birthDate'] as const;

/** The second step: the legal name with the birth date, or how its check stands. */
export function NameStep({ profile, look }: { readonly profile: Profile; readonly look: StepLook }) {
  const { t } = useTranslation('verification');
  const { t: ofSettings } = useTranslation('settings');
  const formats = useFormats();
  const { firstName, lastName, birthDate } = profile;
  const isAsked = look === 'NONE' || look === 'REJECTED';
  return (
    <Panel
      className="scroll-mt-[100svh]"
      id="name"
      title={t('step.name')}
      text={ofSettings('valid.legal_name')}
      end={<Chip tone={STEP_TONES[look]}>{t(`st.${look}`)}</Chip>}
    >
      <PanelBody className="grid gap-3">
        {look === 'REJECTED' ? <p className="text-13 font-540">{t('name.again')}</p> : null}
        {isAsked ? (
          <NameForm profile={profile} />
        ) : (
          <p>
            <bdi className="font-540">{[firstName, lastName].filter((part) => part !== null).join(' ')}</bdi>
            {birthDate === null ? null : (
              <span className="block text-13 text-mut">{formats.date(Date.parse(birthDate))}</span>
            )}
          </p>
        )}
        {look === 'PENDING_APPROVE' ? (
          <>
            <p className="text-13 text-mut">{t('name.checked')}</p>
            <SandboxName />
          </>
        ) : null}
      </PanelBody>
    </Panel>
  );
}

function NameForm({ profile }: { readonly profile: Profile }) {
  const { t } = useTranslation('verification');
  const { t: ofSettings } = useTranslation('settings');
  const changed = useProfileChanged();
  const call = useSend('user.updatePersonalInfo', { onDone: () => changed() });
  const form = useForm<NameDraft>({
    start: {
      firstName: profile.firstName ?? '',
      lastName: profile.lastName ?? '',
      birthDate: profile.birthDate ?? '',
    },
    call,
    missing: (draft) => {
      const name = FIELDS.find((field) => draft[field].trim() === '');
      return name === undefined ? null : { name, says: t(`name.missing.${name}`) };
    },
    check: {
      schema: () => fetchCode(() => import('#protocol/account.ts')).then(({ personalInfoBody }) => personalInfoBody),
      of: trimmed,
    },
    faults: (name) => (isField(name) ? ofSettings(`field.wrong.${name}`) : null),
    send: (draft) => call.send({ body: trimmed(draft) }),
  });
  return (
    <Form form={form}>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label={ofSettings('personal.first')}
          autoComplete="given-name"
          maxLength={60}
          {...form.field('firstName')}
        />
        <Field
          label={ofSettings('personal.last')}
          autoComplete="family-name"
          maxLength={60}
          {...form.field('lastName')}
        />
        <Field
          label={ofSettings('personal.birth')}
          type="date"
          hint={ofSettings('personal.birth_hint')}
          autoComplete="bday"
          {...form.field('birthDate')}
        />
      </div>
      <FormEnd form={form} says={t('name.send')} />
    </Form>
  );
}

const isField = (name: string): name is keyof NameDraft => FIELDS.some((field) => field === name);

function trimmed(draft: NameDraft): NameDraft {
  return { ...draft, firstName: draft.firstName.trim(), lastName: draft.lastName.trim() };
}
