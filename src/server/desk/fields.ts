import { refused, type Refused } from '#domain/outcome.ts';
import type { Usdt } from '#domain/money.ts';
import type { FieldFault } from '#domain/refusals.ts';
import { instant, readDecimal } from '#protocol/codecs.ts';

const DECIMALS = 6;

/** An amount over 0 as it was typed, 10^-6; or what is wrong with it. */
export function readAmount(typed: string | undefined): Usdt | FieldFault {
  const read = readDecimal((typed ?? '').trim(), DECIMALS);
  if (typeof read === 'string') return read;
  return read > 0n ? read : 'too_small';
}

/**
 * A moment as it was typed, ms: `2026-12-24 09:00`, which is UTC, or ISO 8601 with a zone. What is none, as one of the 30th of February, is
 * malformed.
 */
export function readMoment(typed: string | undefined): number | FieldFault {
  const text = (typed ?? '')
    .trim()
    .replace(' ', 'T')
    .replace(/(?<=T\d\d:\d\d)(?=Z|[+-]|$)/, ':00');
  const read = instant.safeParse(/(?:Z|[+-]\d\d:\d\d)$/.test(text) ? text : `${text}Z`);
  return read.success ? read.data : 'malformed';
}

/** A field of an act that cannot be used. */
export function wrongField(name: string, fault: FieldFault): Refused {
  return refused({ code: 'InvalidRequest', fields: { [name]: fault } });
}
