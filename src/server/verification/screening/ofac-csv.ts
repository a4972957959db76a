import { parse } from 'csv-parse/sync';
import { COUNTRY_CODES } from '#domain/identity/regions.ts';
import type { ListedAddress } from '#domain/verification/screening/addresses.ts';
import type { Birth } from '#domain/verification/screening/births.ts';
import type { ListEntry, ListName } from '#domain/verification/screening/entries.ts';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const KINDS = new Set<string>(['individual', 'vessel', 'aircraft']);
/** Countries as the list writes them, where English has another word. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  Burma: 'MM',
  'Korea, North': 'KP',
  'North Korea': 'KP',
  'Korea, South': 'KR',
  'Congo, Democratic Republic of the': 'CD',
  "Cote d'Ivoire": 'CI',
  'Bosnia and Herzegovina': 'BA',
  Palestinian: 'PS',
  'West Bank': 'PS',
  Gaza: 'PS',
  Turkey: 'TR',
  'Czech Republic': 'CZ',
};

/**
 * A list as the US Treasury publishes it: SDN.CSV, ALT.CSV with the strong aliases, and SDN_COMMENTS.CSV with what of the remarks is longer than
 * 1,000 signs, where SDN.CSV cuts them, also within an address. Weak aliases and addresses of coins are in the remarks. No header rows.
 */
export function readOfac(sdn: string, alt = '', comments = ''): readonly ListEntry[] {
  const aliases = new Map<string, ListName[]>();
  for (const [id = '', , , name = ''] of rowsOf(alt)) {
    const names = aliases.get(id) ?? [];
    names.push({ text: valueOf(name), strength: 'strong' });
    aliases.set(id, names);
  }
  const more = new Map<string, string>();
  for (const [id = '', text = ''] of rowsOf(comments)) more.set(id, `${more.get(id) ?? ''}${valueOf(text)}`);
  return rowsOf(sdn)
    .filter((row) => row.length >= 12)
    .map(([id = '', name = '', type = '', ...rest]) => {
      const remarks = `${valueOf(rest.at(-1) ?? '')}${more.get(id) ?? ''}`;
      const kind = valueOf(type);
      const weak = [...remarks.matchAll(/a\.k\.a\. '([^']+)'/g)].map(([, text = '']): ListName => ({
        text,
        strength: 'weak',
      }));
      return {
        id,
        kind: (KINDS.has(kind) ? kind : 'entity') as ListEntry['kind'],
        names: [{ text: valueOf(name), strength: 'name' as const }, ...(aliases.get(id) ?? []), ...weak],
        births: [...remarks.matchAll(/DOB ([^;.]+)/g)].flatMap(([, text = '']) => birthOf(text.trim()) ?? []),
        countries: [
          ...new Set(
            [...remarks.matchAll(/(?:nationality|citizen|POB) ([^;.]+)/g)].flatMap(
              ([, text = '']) => countryOf(text) ?? [],
            ),
          ),
        ],
        ...addressesOf(remarks),
      };
    });
}

/** Entries without one stay the entries that they were. */
function addressesOf(remarks: string): Pick<ListEntry, 'addresses'> {
  const found = [...remarks.matchAll(/Digital Currency Address - ([A-Z0-9]+) ([^\s;.]+)/g)];
  return found.length === 0
    ? {}
    : { addresses: found.map(([, coin = '', address = '']): ListedAddress => ({ coin, address })) };
}

function rowsOf(text: string): readonly (readonly string[])[] {
  return parse(text, { relax_column_count: true, relax_quotes: true, skip_empty_lines: true, trim: true });
}

const valueOf = (text: string): string => (text.trim() === '-0-' ? '' : text.trim());

/** `18 Jul 1943`, `Apr 1943`, `1943`, `circa 1943`, `1943 to 1945`. null: something else. */
function birthOf(text: string): Birth | null {
  const circa = text.startsWith('circa ');
  const [first = '', last = first] = text.replace('circa ', '').split(/ to |(?<=\d{4})-(?=\d{4})/);
  const [from, to] = [daysOf(first), daysOf(last)];
  return from === null || to === null ? null : { from: from.from, to: to.to, circa };
}

function daysOf(text: string): { readonly from: string; readonly to: string } | null {
  const found = /^(?:(?:(\d{1,2}) )?([A-Z][a-z]{2}) )?(\d{4})$/.exec(text.trim());
  if (found === null) return null;
  const [, day, name, year = ''] = found;
  if (name === undefined) return { from: `${year}-01-01`, to: `${year}-12-31` };
  const month = String(MONTHS.indexOf(name) + 1).padStart(2, '0');
  if (day === undefined) return { from: `${year}-${month}-01`, to: `${year}-${month}-31` };
  const date = `${year}-${month}-${day.padStart(2, '0')}`;
  return { from: date, to: date };
}

const ENGLISH = new Intl.DisplayNames('en', { type: 'region' });
const CODES = new Map([
  ...COUNTRY_CODES.map((code) => [ENGLISH.of(code) ?? code, code] as const),
  ...Object.entries(OTHER_NAMES),
]);

/** The country of `Tripoli, Lebanon`; null: none that we know. */
export function countryOf(text: string): string | null {
  const whole = text.trim();
  return CODES.get(whole) ?? CODES.get(whole.split(', ').at(-1) ?? '') ?? null;
}
