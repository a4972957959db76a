/** A number of the law: what it is in all countries, and in those that want another. */
export interface ByCountry {
  readonly everywhere: number;
  /** By ISO 3166-1 alpha-2. */
  readonly countries: ReadonlyMap<string, number>;
}

/** What holds in a country; null: nobody knows which. */
export function inCountry({ everywhere, countries }: ByCountry, country: string | null): number {
  return (country === null ? undefined : countries.get(country)) ?? everywhere;
}
