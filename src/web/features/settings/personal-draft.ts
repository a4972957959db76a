import type { Profile } from '#web/api/profile.ts';
import type { CallInput } from '#web/api/calls.ts';

/** What can be edited, as texts of the fields; empty where nothing is set. */
export interface Draft {
  readonly firstName: string;
  readonly lastName: string;
  readonly birthDate: string;
  readonly nickname: string;
  readonly country: string;
}

export type PersonalBody = CallInput<'user.updatePersonalInfo'>['body'];

export function draftOf(profile: Profile): Draft {
  return {
    firstName: profile.firstName ?? '',
    lastName: profile.lastName ?? '',
    birthDate: profile.birthDate ?? '',
    nickname: profile.nickname ?? '',
    country: profile.country ?? '',
  };
}

/** The legal name and the country stand once they are checked, or while they are. */
export function isFixed(profile: Profile): boolean {
  const { name } = profile.verifications;
  return name === 'PENDING_APPROVE' || name === 'APPROVED' || name === 'BLOCKED';
}

/** What differs, as the call takes it: only changed fields; an emptied chosen name is taken back. null: nothing. */
export function changesOf(profile: Profile, draft: Draft): PersonalBody | null {
  const was = draftOf(profile);
  const now = {
    ...draft,
    firstName: draft.firstName.trim(),
    lastName: draft.lastName.trim(),
    nickname: draft.nickname.trim(),
  };
  const body: PersonalBody = {
    ...(now.nickname === was.nickname ? {} : { nickname: now.nickname === '' ? null : now.nickname }),
    ...(isFixed(profile) || now.country === was.country || now.country === '' ? {} : { country: now.country }),
    ...(isFixed(profile) || now.firstName === was.firstName ? {} : { firstName: now.firstName }),
    ...(isFixed(profile) || now.lastName === was.lastName ? {} : { lastName: now.lastName }),
    ...(isFixed(profile) || now.birthDate === was.birthDate || now.birthDate === ''
      ? {}
      : { birthDate: now.birthDate }),
  };
  return Object.keys(body).length === 0 ? null : body;
}

/** The first field that keeps the form from being saved; null: none. A name is whole, with a birth date, or not there. */
export function missingField(draft: Draft): keyof Draft | null {
  const [first, last] = [draft.firstName.trim(), draft.lastName.trim()];
  if (first === '' && last !== '') return 'firstName';
  if (last === '' && first !== '') return 'lastName';
  if (first !== '' && draft.birthDate === '') return 'birthDate';
  if (first !== '' && draft.country === '') return 'country';
  return draft.nickname.trim().length === 1 ? 'nickname' : null;
}
