import { useEffect, useState } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { COUNTRY_CODES, RESTRICTED_COUNTRIES } from '#domain/identity/regions.ts';
import type { CallAnswer } from '#web/api/calls.ts';
import { LOCALE_FACTS } from '#web/i18n/locales.ts';
import { useFormats, useShell } from '#web/shell-context.ts';
import { Select } from '#web/ui/form/select.tsx';
import { TickLine } from './fields.tsx';
import { useAuthClient } from './use-auth.ts';

type Regions = CallAnswer<'auth.regions'>;

/** Countries in the reader's language and the visitor's by address; the browser's own names where the server does not answer. */
export function useRegions(): Regions | null {
  const client = useAuthClient();
  const formats = useFormats();
  const { locale } = useShell();
  const [regions, setRegions] = useState<Regions | null>(null);
  useEffect(() => {
    let gone = false;
    const take = (given: Regions) => {
      if (!gone) setRegions(given);
    };
    const ourselves = () => {
      const names = new Intl.DisplayNames(LOCALE_FACTS[locale].tag, { type: 'region' });
      const all = COUNTRY_CODES.map((code) => ({
        code,
        name: names.of(code) ?? code,
        restricted: RESTRICTED_COUNTRIES.has(code),
      }));
      take({
        regions: all.toSorted((a, b) => formats.compare(a.name, b.name)),
        country: null,
        loginRegionAccepted: true,
      });
    };
    client.call('auth.regions').then(take, ourselves);
    return () => {
      gone = true;
    };
  }, [client, formats, locale]);
  return regions;
}

/** Name of a country in the reader's language. */
export function countryName(regions: Regions | null, code: string): string {
  return regions?.regions.find((one) => one.code === code)?.name ?? code;
}

/** Country of residence: the browser's own list, so that typing finds and phones show their wheel. */
export function CountryField(props: {
  readonly regions: Regions | null;
  readonly value: string;
  readonly onChange: (code: string) => void;
  readonly problem?: string | null;
}) {
  const { t } = useTranslation('auth');
  const { regions } = props;
  return (
    <Select
      label={t('auth.country')}
      name="country"
      autoComplete="country"
      value={props.value}
      problem={props.problem ?? null}
      onChange={(event) => props.onChange(event.currentTarget.value)}
    >
      <option value="">{t('country.choose')}</option>
      {regions?.regions.map((one) => (
        <option key={one.code} value={one.code}>
          {one.name}
        </option>
      ))}
    </Select>
  );
}

/** "I am not a resident of the USA or Canada." */
export function DeclarationLine(props: {
  readonly checked: boolean;
  readonly onChange: (state: 'on' | 'off') => void;
}) {
  const { t } = useTranslation('auth');
  return (
    <TickLine {...props} name="residentDeclaration">
      <b className="font-540 text-text">{t('auth.residency')}</b>
    </TickLine>
  );
}
