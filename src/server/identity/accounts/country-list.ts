import { COUNTRY_CODES, RESTRICTED_COUNTRIES } from '#domain/identity/regions.ts';
import type { RegionsAnswer } from '#protocol/identity.ts';

const lists = new Map<string, RegionsAnswer['regions']>();

/** Countries with their names in a language (BCP 47), sorted as that language sorts. */
export function countriesIn(language: string): RegionsAnswer['regions'] {
  const known = lists.get(language);
  if (known !== undefined) return known;
  const names = new Intl.DisplayNames([language], { type: 'region' });
  const collator = new Intl.Collator(language, { numeric: true });
  const regions = COUNTRY_CODES.map((code) => ({
    code,
    name: names.of(code) ?? code,
    restricted: RESTRICTED_COUNTRIES.has(code),
  })).toSorted((one, other) => collator.compare(one.name, other.name));
  lists.set(language, regions);
  return regions;
}
