import { BadgeCheck, Lock } from 'lucide-react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { avatarOf, callOf, useProfileChanged } from '#web/api/profile.ts';
import { EmailText } from '#web/email/own-email.tsx';
import type { Profile } from '#web/api/profile.ts';
import { fetchCode } from '#web/fetch-code.ts';
import { useFormats } from '#web/shell-context.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { ProblemBox } from '#web/ui/call/problem-box.tsx';
import { useSend } from '#web/ui/call/use-call.ts';
import { Field } from '#web/ui/form/field.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { UnsavedBar } from '#web/ui/form/unsaved-bar.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import type { Form as FormState } from '#web/ui/form/use-form.ts';
import { Select } from '#web/ui/form/select.tsx';
import { Chip } from '#web/ui/states.tsx';
import { showToast } from '#web/ui/toast.tsx';
import { AvatarPicker } from './avatar-picker.tsx';
import { changesOf, draftOf, isFixed, missingField } from './personal-draft.ts';
import type { Draft } from './personal-draft.ts';
import { useRegions } from './use-regions.ts';

const isField = (name: string): name is keyof Draft =>
  ['firstName', 'lastName', 'birthDate', 'nickname', 'country'].includes(name);

/** Name, chosen name, country and picture. Edits wait for Save, and are not lost by leaving without a question. */
export function PersonalForm({ profile }: { readonly profile: Profile }) {
  const { t } = useTranslation('settings');
  const changed = useProfileChanged();
  const call = useSend('user.updatePersonalInfo', {
    onDone: async () => {
      await changed();
      showToast({ id: 'personal', tone: 'ok', title: t('saved') });
    },
  });
  const form = useForm<Draft>({
    start: draftOf(profile),
    call,
    missing: (draft) => {
      const name = missingField(draft);
      return name === null ? null : { name, says: t(`personal.missing.${name}`) };
    },
    check: {
      schema: () => fetchCode(() => import('#protocol/account.ts')).then(({ personalInfoBody }) => personalInfoBody),
      of: (draft) => changesOf(profile, draft) ?? {},
    },
    faults: (name) => (isField(name) ? t(`field.wrong.${name}`) : null),
    send: async (draft) => {
      const body = changesOf(profile, draft);
      return body === null ? null : call.send({ body });
    },
  });
  return (
    <section className="card min-w-0">
      <Head profile={profile} />
      <Form form={form} className="">
        <Fields profile={profile} form={form} />
        <div className="grid gap-3 px-4.5 pb-4.5 md:px-6 md:pb-6">
          <p className="text-13 text-mut">{t(ruleOf(profile))}</p>
          <ProblemBox problem={form.problem} />
        </div>
        {changesOf(profile, form.values) === null ? null : <UnsavedBar form={form} />}
      </Form>
    </section>
  );
}

/** What holds for name and country. */
function ruleOf(profile: Profile) {
  if (!isFixed(profile)) return 'valid.legal_name';
  return profile.verifications.name === 'PENDING_APPROVE' ? 'personal.checked' : 'personal.fixed';
}

function Head({ profile }: { readonly profile: Profile }) {
  const formats = useFormats();
  const { t } = useTranslation('settings');
  const name = callOf(profile);
  return (
    <div className="flex flex-wrap items-center gap-4 px-4.5 pt-4.5 pb-4 md:px-6 md:pt-6">
      <Avatar src={avatarOf(profile)} name={name} className="size-16 text-24" />
      <div className="min-w-36 flex-1">
        <h2 className="text-16 font-620 tracking-[-.012em] break-words md:text-18">
          {profile.nickname === null && profile.email !== null ? (
            <EmailText email={profile.email} covered />
          ) : (
            <bdi>{name}</bdi>
          )}
        </h2>
        <p className="text-13 text-mut">{t('member_since', { date: formats.date(Date.parse(profile.createdAt)) })}</p>
      </div>
      <AvatarPicker name={name} />
    </div>
  );
}

interface FieldsProps {
  readonly profile: Profile;
  readonly form: FormState<Draft>;
}

function Fields({ profile, form }: FieldsProps) {
  const { t } = useTranslation('settings');
  const fixed = isFixed(profile);
  const lock = fixed ? <Lock aria-hidden className="ms-1.5 inline size-3.5 align-[-2px]" /> : null;
  const names = [
    { name: 'firstName', label: t('personal.first'), complete: 'given-name' },
    { name: 'lastName', label: t('personal.last'), complete: 'family-name' },
  ] as const;
  return (
    <div className="grid gap-4 px-4.5 pt-1 pb-4 md:grid-cols-2 md:px-6">
      {names.map(({ name, label, complete }) => (
        <Field
          key={name}
          label={
            <>
              {label}
              {lock}
            </>
          }
          autoComplete={complete}
          maxLength={60}
          readOnly={fixed}
          {...form.field(name)}
          end={
            profile.verifications.name === 'APPROVED' && name === 'firstName' ? (
              <Chip tone="ok" icon={<BadgeCheck aria-hidden />}>
                {t('personal.name_verified')}
              </Chip>
            ) : null
          }
        />
      ))}
      <Field
        label={
          <>
            {t('personal.birth')}
            {lock}
          </>
        }
        // A locked field for a date would show where to type one.
        type={fixed && form.values.birthDate === '' ? 'text' : 'date'}
        placeholder="–"
        hint={t('personal.birth_hint')}
        autoComplete="bday"
        readOnly={fixed}
        {...form.field('birthDate')}
      />
      <Field
        label={t('personal.nickname')}
        hint={t('personal.nickname_hint')}
        autoComplete="nickname"
        maxLength={24}
        {...form.field('nickname')}
      />
      <Country form={form} fixed={fixed} />
    </div>
  );
}

function Country({ form, fixed }: Pick<FieldsProps, 'form'> & { readonly fixed: boolean }) {
  const { t } = useTranslation('settings');
  const { country } = form.values;
  const regions = useRegions().data?.regions ?? [];
  const name = regions.find((region) => region.code === country)?.name ?? country;
  if (fixed) return <Field label={t('auth.country')} readOnly value={name} end={<Lock aria-hidden />} />;
  return (
    <Select label={t('auth.country')} autoComplete="country" {...form.field('country')} value={country}>
      {country === '' || regions.length === 0 ? <option value={country}>{name === '' ? '–' : name}</option> : null}
      {regions
        .filter((region) => !region.restricted || region.code === country)
        .map((region) => (
          <option key={region.code} value={region.code}>
            {region.name}
          </option>
        ))}
    </Select>
  );
}
