import type { Profile } from '#web/api/profile.ts';

/** The label of spec 2: both the e-mail and the legal name are confirmed. */
export function isVerified(profile: Profile): boolean {
  return profile.verifications.email && profile.verifications.name === 'APPROVED';
}
