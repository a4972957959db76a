import type { CountryResponse } from 'maxmind';
import { isServed } from '#domain/identity/regions.ts';
import type { Config } from '#server/config/config.ts';

/** What an address says about where a person is: a hint, for addresses lie and travel. */
export interface RegionHint {
  /** ISO 3166-1 alpha-2; null where unknown. */
  readonly country: string | null;
  readonly loginRegionAccepted: boolean;
}

/** Country of an address, looked up in this process: no address leaves it. */
export interface Geo {
  countryOf(address: string): string | null;
  hintOf(address: string): RegionHint;
}

type LookUp = (address: string) => string | null;

/** Reads the data once: the operator's file, or the one that came as a package. Rejects when the file is no country database. */
export async function createGeo({ config }: { readonly config: Pick<Config, 'geoipFile'> }): Promise<Geo> {
  const lookUp = config.geoipFile === null ? await packagedData() : await operatorsFile(config.geoipFile);
  const countryOf: LookUp = (address) => {
    const country = lookUp(address.replace(/^::ffff:(?=\d+\.)/i, ''));
    return country !== null && /^[A-Z]{2}$/.test(country) ? country : null;
  };
  return {
    countryOf,
    hintOf: (address) => {
      const country = countryOf(address);
      return { country, loginRegionAccepted: country === null || isServed(country) };
    },
  };
}

async function packagedData(): Promise<LookUp> {
  // Loaded here: the package reads 8 MB when it is named.
  const { default: reader } = await import('geoip-country');
  return (address) => reader.lookup(address)?.country ?? null;
}

async function operatorsFile(path: string): Promise<LookUp> {
  const { open, validate } = await import('maxmind');
  const reader = await open<CountryResponse>(path, {
    watchForUpdates: true,
    watchForUpdatesNonPersistent: true,
  }).catch((error: unknown) => {
    throw new Error('GEOIP_FILE holds no MaxMind database.', { cause: error });
  });
  if (!/country|city|enterprise/i.test(reader.metadata.databaseType)) {
    throw new Error(`GEOIP_FILE holds ${reader.metadata.databaseType}, not countries.`);
  }
  return (address) => (validate(address) ? (reader.get(address)?.country?.iso_code ?? null) : null);
}
