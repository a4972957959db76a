import { BadgeCheck, Lock } from 'lucide-react';
import { useState } from 'react';
import type { FormEvent } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { avatarOf, callOf, useProfileChanged } from '#web/api/profile.ts';
import type { Profile } from '#web/api/profile.ts';
import { useFormats } from '#web/shell-context.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { ProblemBox } from '#web/ui/call/problem-box.tsx';
import { useSend } from '#web/ui/call/use-call.ts';
import { Field } from '#web/ui/form/field.tsx';
import { focusPart } from '#web/ui/focus-part.ts';
import { Select } from '#web/ui/form/select.tsx';
import { Chip } from '#web/ui/states.tsx';
import { showToast } from '#web/ui/toast.tsx';
import { AvatarPicker } from './avatar-picker.tsx';
import { changesOf, draftOf, isFixed, missingField } from './personal-draft.ts';
import type { Draft } from './personal-draft.ts';
import { UnsavedBar } from './unsaved-bar.tsx';
import { useRegions } from './use-regions.ts';

type FieldName = keyof Draft;

/** Name, chosen name, country and picture. Edits wait for Save, and are not lost by leaving without a question. */
export function PersonalForm({ profile }: { readonly profile: Profile }) {
  const { t } = useTranslation('settings');
  const [edited, setEdited] = useState<Partial<Draft>>({});
  const draft = { ...draftOf(profile), ...edited };
  const changed = useProfileChanged();
  const call = useSend('user.updatePersonalInfo', {
    onDone: async () => {
      await changed();
      setEdited({});
      showToast({ id: 'personal', tone: 'ok', title: t('saved') });
    },
  });
  const wrong = call.problem?.fields ?? {};
  const changes = changesOf(profile, draft);
  const missing = missingField(draft);
  const reset = () => {
    setEdited({});
    call.clear();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (missing !== null) focusPart(event.currentTarget, missing);
    else if (changes !== null) void call.send({ body: changes });
  };
  const set = (name: FieldName) => (event: { readonly currentTarget: { readonly value: string } }) =>
    setEdited({ ...edited, [name]: event.currentTarget.value });
  const problemOf = (name: FieldName) => (name in wrong ? t(`field.wrong.${name}`) : null);
  return (
    <section className="card min-w-0">
      <Head profile={profile} />
      <form onSubmit={submit} noValidate>
        <Fields profile={profile} draft={draft} set={set} problemOf={problemOf} />
        <div className="grid gap-3 px-4.5 pb-4.5 md:px-6 md:pb-6">
          <p className="text-13 text-mut">{t(ruleOf(profile))}</p>
          <ProblemBox problem={Object.keys(wrong).length > 0 ? null : call.problem} />
        </div>
        {changes === null ? null : (
          <UnsavedBar
            busy={call.busy}
            missing={missing === null ? null : t(`personal.missing.${missing}`)}
            onReset={reset}
          />
        )}
      </form>
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
      <div className="min-w-40 flex-1">
        <h2 className="text-16 font-620 tracking-[-.012em] break-words md:text-18">
          <bdi>{name}</bdi>
        </h2>
        <p className="text-13 text-mut">{t('member_since', { date: formats.date(Date.parse(profile.createdAt)) })}</p>
      </div>
      <AvatarPicker name={name} />
    </div>
  );
}

interface FieldsProps {
  readonly profile: Profile;
  readonly draft: Draft;
  readonly set: (name: FieldName) => (event: { readonly currentTarget: { readonly value: string } }) => void;
  readonly problemOf: (name: FieldName) => string | null;
}

function Fields({ profile, draft, set, problemOf }: FieldsProps) {
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
          name={name}
          label={
            <>
              {label}
              {lock}
            </>
          }
          autoComplete={complete}
          maxLength={60}
          readOnly={fixed}
          value={draft[name]}
          onChange={set(name)}
          problem={problemOf(name)}
          end={
            profile.verifications.name === 'APPROVED' && name === 'firstName' ? (
              <Chip tone="ok" icon={<BadgeCheck aria-hidden />}>
                {t('kyc.verified')}
              </Chip>
            ) : null
          }
        />
      ))}
      <Field
        name="nickname"
        label={t('personal.nickname')}
        hint={t('personal.nickname_hint')}
        autoComplete="nickname"
        maxLength={24}
        value={draft.nickname}
        onChange={set('nickname')}
        problem={problemOf('nickname')}
      />
      <Country draft={draft} fixed={fixed} onChange={set('country')} problem={problemOf('country')} />
    </div>
  );
}

function Country(props: {
  readonly draft: Draft;
  readonly fixed: boolean;
  readonly onChange: (event: { readonly currentTarget: { readonly value: string } }) => void;
  readonly problem: string | null;
}) {
  const { t } = useTranslation('settings');
  const { country } = props.draft;
  const regions = useRegions().data?.regions ?? [];
  const name = regions.find((region) => region.code === country)?.name ?? country;
  if (props.fixed) return <Field label={t('auth.country')} readOnly value={name} end={<Lock aria-hidden />} />;
  return (
    <Select
      name="country"
      label={t('auth.country')}
      autoComplete="country"
      value={country}
      onChange={props.onChange}
      problem={props.problem}
    >
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
