import type { Chance } from './chance.ts';

export interface Schema {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly propertyNames?: Schema;
  readonly additionalProperties?: boolean | Schema;
}

/** Values that fit a field better than its schema alone can say. */
export type Hints = Readonly<Record<string, (chance: Chance) => unknown>>;

/** A value that the schema takes. */
export function validValue(schema: Schema, name: string, with_: { chance: Chance; hints: Hints }): unknown {
  const { chance, hints } = with_;
  const hint = hints[name];
  if (hint !== undefined) return hint(chance);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return chance.pick(schema.enum);
  if (schema.anyOf !== undefined) return validValue(chance.pick(schema.anyOf), name, with_);
  if (schema.type === 'object') return validObject(schema, with_);
  if (schema.type === 'array') return [];
  if (schema.type === 'boolean') return chance.below(2) === 0;
  if (schema.type === 'integer' || schema.type === 'number') {
    const least = schema.minimum ?? 0;
    const most = Math.min(schema.maximum ?? least + 1_000, Number.MAX_SAFE_INTEGER);
    const value = least + chance.below(Math.min(most - least, 1_000_000) + 1);
    return schema.type === 'number' && most - least <= 1 ? Math.round(value * 8_000) / 10_000 : value;
  }
  const length = Math.max(schema.minLength ?? 1, Math.min(schema.maxLength ?? 12, 1 + chance.below(12)));
  return Array.from({ length }, () => chance.pick('abcdefghij'.split(''))).join('');
}

function validObject(schema: Schema, with_: { chance: Chance; hints: Hints }): Record<string, unknown> {
  const { chance } = with_;
  if (schema.properties === undefined) return { source: 'a', medium: 'b' };
  const entries = Object.entries(schema.properties).filter(
    ([name]) => (schema.required ?? []).includes(name) || chance.below(2) === 0,
  );
  return Object.fromEntries(entries.map(([name, property]) => [name, validValue(property, name, with_)]));
}

/** Values at and beyond the edges of a field. */
export function boundaryValues(schema: Schema): readonly unknown[] {
  const { minimum = 0, maximum = 1_000, minLength = 1, maxLength = 100 } = schema;
  const numbers = [
    minimum,
    minimum - 1,
    minimum + 1,
    maximum,
    maximum - 1,
    maximum + 1,
    0,
    -0,
    0.5,
    2 ** 53,
    -(2 ** 53),
  ];
  const texts = ['', 'x'.repeat(minLength), 'x'.repeat(maxLength), 'x'.repeat(maxLength + 1), 'x'.repeat(60_000)];
  const letters = ['é', '‮abc', '👍🏽', 'اختبار', 'Ａ', '\u0000', '\ud800', '\u2028', ' ', '\t'];
  return [...numbers, ...numbers.map(String), ...texts, ...letters];
}

/** What is never of the type of the field. */
export function wrongTypes(schema: Schema): readonly unknown[] {
  const all: readonly (readonly [string, unknown])[] = [
    ['null', null],
    ['boolean', true],
    ['array', []],
    ['array', [1, 'a', null]],
    ['object', {}],
    ['object', { $gt: '' }],
    ['number', 12.25],
    ['string', 'text'],
  ];
  return all.filter(([type]) => type !== schema.type).map(([, value]) => value);
}

export const HOSTILE: readonly unknown[] = [
  "' OR 1=1 --",
  "'; DROP TABLE account; --",
  '1; SELECT pg_sleep(5)',
  '%',
  '\\',
  '{{7*7}}',
  '${7*7}',
  '<script>alert(1)</script>',
  '../../../../etc/passwd',
  '..%2f..%2fetc%2fpasswd',
  'file:///etc/passwd',
  'a\r\nSet-Cookie: x=1',
  '__proto__',
  'constructor',
  'toString',
  '1e309',
  '1e3',
  '0x10',
  '-0',
  'NaN',
  'Infinity',
  '9'.repeat(400),
  '٣',
  '1,000.00',
  '=1+1',
  '\ud800',
  '\udc00x',
  '\u0000',
  1e308,
  -1,
  Number.MAX_SAFE_INTEGER,
  { toString: 'x' },
  { valueOf: 1, length: -1 },
];

/** Fields a client would like to be believed about. */
export const GREED: Readonly<Record<string, unknown>> = {
  role: 'ADMIN',
  balance: 1_000_000,
  totalBalance: 1_000_000,
  verified: true,
  userId: '00000000-0000-0000-0000-000000000000',
  realm: 'real',
  status: 'SETTLED',
  outcome: 'WIN',
};

/** Bodies that are no JSON, or JSON that reaches for more. */
export const RAW_BODIES: readonly string[] = [
  '{',
  '',
  'null',
  'true',
  '0',
  '"x"',
  '[[[[[[[[[[]]]]]]]]]]',
  '{"a":1,}',
  '{"__proto__":{"role":"ADMIN"}}',
  '{"constructor":{"prototype":{"role":"ADMIN"}}}',
  '{"pair":"BTC-USD","pair":"ETH-USD"}',
  `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
  `{"a":"${'x'.repeat(70_000)}"}`,
  '\ufeff{}',
  '{"a":1e999}',
];
