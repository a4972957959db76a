import { refused, type Refused } from '#domain/outcome.ts';
import type { Usdt } from '#domain/money.ts';
import type { FieldFault } from '#domain/refusals.ts';
import { readDecimal } from '#protocol/codecs.ts';

const DECIMALS = 6;

/** An amount over 0 as it was typed, 10^-6; or what is wrong with it. */
export function readAmount(typed: string | undefined): Usdt | FieldFault {
  const read = readDecimal((typed ?? '').trim(), DECIMALS);
  if (typeof read === 'string') return read;
  return read > 0n ? read : 'too_small';
}

/** A field of an act that cannot be used. */
export function wrongField(name: string, fault: FieldFault): Refused {
  return refused({ code: 'InvalidRequest', fields: { [name]: fault } });
}
