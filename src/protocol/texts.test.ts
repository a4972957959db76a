import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ENDPOINTS } from './api.ts';
import { asLine, asLines, exactText, lineText } from './texts.ts';

/** Letters on each side of an override, which turns the order of what follows: more than any text has to have. */
const STEERED = 'abcdef\u202Eghijkl';

/** Fields whose text is looked up, counted, checked or kept secret, and shown to nobody as it came: by their name. */
const NOT_SHOWN = new Set(
  `address addresses amount challenge clientExtensionResults currentPassword email fee filter form from host hours id lossCapDay marketId minCredit network
   otp otpToken outcome pair password price proof query receive redirect search shares slug stake tag ticket to token transports version worstPrice`.split(
    /\s+/,
  ),
);

interface Leaf {
  readonly path: string;
  readonly schema: z.ZodType;
}

/** Every schema of a text below one of a request. */
function textsOf(schema: z.ZodType, path: string): Leaf[] {
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape).flatMap(([key, part]) => textsOf(part as z.ZodType, `${path}.${key}`));
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return textsOf(schema.unwrap() as z.ZodType, path);
  if (schema instanceof z.ZodArray) return textsOf(schema.element as z.ZodType, path);
  if (schema instanceof z.ZodRecord) return textsOf(schema.valueType as z.ZodType, path);
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((one) => textsOf(one as z.ZodType, path));
  return [{ path, schema }];
}

describe('free texts', () => {
  it('lose what nobody sees, and keep what languages need', () => {
    expect(asLine('Rent\u202E 001$\u202C\u0000\u0007')).toBe('Rent 001$');
    expect(asLine('\uFEFFa\u2066b\u2069\u200Bc')).toBe('abc');
    expect(asLine('one\r\ntwo\tthree\u2028four')).toBe('one two three four');
    expect(asLine('half \uD83D of a pair')).toBe('half  of a pair');
    // A joiner of Persian, a mark of direction in Arabic, an emoji of three.
    for (const text of ['می\u200Cخواهم', 'ثمن\u200F: 5', '👩\u200D👩\u200D👧']) expect(asLine(text)).toBe(text);
    expect(asLines('one\r\ntwo\n\n\u202Ethree')).toBe('one\ntwo\n\nthree');
    expect(asLines('\u200F\n\u2060')).toBe('');
  });

  it('are measured by what is left of them', () => {
    expect(lineText.min(1).safeParse('\u200F\u202E').success).toBe(false);
    expect(lineText.min(1).max(3).parse(' a\u202Eb\u0007c ')).toBe('abc');
  });

  it('that are passed on sign by sign are refused', () => {
    expect(exactText.safeParse('0012345').success).toBe(true);
    for (const memo of [STEERED, '12\n34', '12\u0000']) expect(exactText.safeParse(memo).success).toBe(false);
  });

  it('of no request reach anybody as they came', () => {
    const open = ENDPOINTS.flatMap(({ name, endpoint: { body, query, params } }) =>
      [body, query, params].flatMap((schema) => (schema === undefined ? [] : textsOf(schema, name))),
    )
      .filter(({ schema }) => {
        const read = schema.safeParse(STEERED);
        return read.success && JSON.stringify(read.data).includes('\u202E');
      })
      .map(({ path }) => path)
      .filter((path) => !NOT_SHOWN.has(path.slice(path.lastIndexOf('.') + 1)));
    expect(open).toEqual([]);
  });
});
