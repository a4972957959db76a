import { Fault } from './codes.ts';

/** Reads a value of one form; throws FORM with its place. */
export type Shape<T> = (value: unknown, at: string) => T;
export type Of<S> = S extends Shape<infer T> ? T : never;

function wrong(at: string, wanted: string): never {
  throw new Fault('FORM', `${at}: not ${wanted}`);
}

/** Exactly these fields: a missing or an unknown one is a fault. */
export function object<const F extends Readonly<Record<string, Shape<unknown>>>>(
  fields: F,
): Shape<{ readonly [K in keyof F]: Of<F[K]> }> {
  const names = Object.keys(fields);
  return (value, at) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) wrong(at, 'an object');
    const given = value as Readonly<Record<string, unknown>>;
    const extra = Object.keys(given).find((name) => !names.includes(name));
    if (extra !== undefined) wrong(`${at}.${extra}`, 'a field of this document');
    const read = Object.entries(fields).map(([name, shape]) => {
      if (!Object.hasOwn(given, name)) wrong(`${at}.${name}`, 'there');
      return [name, shape(given[name], `${at}.${name}`)] as const;
    });
    return Object.fromEntries(read) as { readonly [K in keyof F]: Of<F[K]> };
  };
}

export function list<T>(shape: Shape<T>, most: number): Shape<readonly T[]> {
  return (value, at) => {
    if (!Array.isArray(value) || value.length > most) wrong(at, `a list of at most ${most}`);
    return value.map((item, i) => shape(item, `${at}[${i}]`));
  };
}

export function nullable<T>(shape: Shape<T>): Shape<T | null> {
  return (value, at) => (value === null ? null : shape(value, at));
}

export function only<const T extends string | number>(...allowed: readonly T[]): Shape<T> {
  return (value, at) => allowed.find((one) => one === value) ?? wrong(at, `one of ${allowed.join(', ')}`);
}

export function matching(pattern: RegExp, wanted: string): Shape<string> {
  return (value, at) => (typeof value === 'string' && pattern.test(value) ? value : wrong(at, wanted));
}

/** A whole number from 0 to 2^53 - 1. */
export const whole: Shape<number> = (value, at) =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 && !Object.is(value, -0)
    ? value
    : wrong(at, 'a whole number');

/** Microseconds of a whole millisecond. */
export const micros: Shape<number> = (value, at) => {
  const time = whole(value, at);
  return time % 1_000 === 0 ? time : wrong(at, 'a time of whole milliseconds');
};

export const hash = matching(/^[0-9a-f]{64}$/, '32 bytes of lower-case hex');
export const signature = matching(/^[0-9a-f]{128}$/, '64 bytes of lower-case hex');
export const record = matching(/^[0-9a-f]{152}$/, '76 bytes of lower-case hex');
export const salt = matching(/^[0-9a-f]{32}$/, '16 bytes of lower-case hex');
export const money = matching(/^(0|[1-9]\d{0,15})\.\d{6}$/, 'an amount with six decimals');
export const uuid = matching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, 'an id');
export const hourText = matching(/^\d{4}-\d\d-\d\dT\d\d:00:00Z$/, 'the start of an hour');
export const dayText = matching(/^\d{4}-\d\d-\d\d$/, 'a day');
export const name = matching(/^[\w#.:/-]{1,60}$/, 'a name');
export const anyText = matching(/^[\s\S]{0,10000}$/, 'text');
export const decimal = matching(/^-?\d{1,40}(\.\d{1,40})?$/, 'a decimal number');
export const path = list(hash, 64);

/** A document of a form that is not fixed here: read where it is used. */
export const document: Shape<Readonly<Record<string, unknown>>> = (value, at) =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : wrong(at, 'an object');
