import { z } from 'zod';
import type { ByCountry } from '#domain/by-country.ts';

/** A variable like `18,EE=21`: a number for everywhere, then countries that want another. `number`: what may stand there. */
export function byCountry(
  number: string,
  { mistake, standard }: { readonly mistake: string; readonly standard: string },
) {
  return z
    .string()
    .regex(new RegExp(`^(?:${number})(?:,[A-Z]{2}=(?:${number}))*$`), mistake)
    .default(standard)
    .transform((text): ByCountry => {
      const [everywhere = '', ...others] = text.split(',');
      return {
        everywhere: Number(everywhere),
        countries: new Map(others.map((other) => [other.slice(0, 2), Number(other.slice(3))])),
      };
    });
}
