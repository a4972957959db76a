import type { CallAnswer } from '#web/api/calls.ts';

/**
 * The country that the note beside the sign-in names: where the visitor seems to be, if nobody is served there. null: nothing is said, be
 * it that the server has not answered, does not know or minds, or that this browser said before that its person lives elsewhere.
 * `accepted`: the country of which it said so.
 */
export function notedCountry(
  regions: Pick<CallAnswer<'auth.regions'>, 'country' | 'loginRegionAccepted'> | null,
  accepted: string | null,
): string | null {
  if (regions === null || regions.loginRegionAccepted || regions.country === accepted) return null;
  return regions.country;
}
