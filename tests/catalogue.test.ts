import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, TYPE, type MessageFormatElement } from '@formatjs/icu-messageformat-parser';
import { describe, expect, it } from 'vitest';
import { ENDPOINTS } from '#protocol/api.ts';
import { ACTIONS, CATALOGUE_CODES, ERROR_CATALOGUE } from '#protocol/error-catalogue.ts';

const LOCALES = ['en', 'de', 'ar', 'ru', 'uk', 'tr', 'sv', 'it', 'jp', 'ch', 'es', 'hi'];
const ROOT = new URL('..', import.meta.url).pathname;

/** Codes of the specification's section 8 and of the API contract, written here once more: the catalogue may not lose one. */
const SPECIFIED =
  `UnexpectedError RateLimit PriceFeedError IncorrectToken WrongToken UnavailableToken EstimateError PermissionsError OTPInvalid
  UnavailableBet NoBalance PlayBalance UserNotFound UploadError VerificationError PayoutChanged MarketClosed DurationUnavailable StakeLimit
  ExposureLimit InvalidRequest NotSignedIn NotFound IdempotencyConflict SaleLapsed`.split(/\s+/);

/** The union of refusals as its source spells it. */
function refusalCodes(): string[] {
  const source = readFileSync(join(ROOT, 'src/domain/refusals.ts'), 'utf8');
  return [...source.matchAll(/\{ code: '(\w+)'/g)].map((match) => match[1] ?? '');
}

type Texts = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

function textsOf(locale: string): Texts {
  return JSON.parse(readFileSync(join(ROOT, 'src/web/i18n/locales', locale, 'errors.json'), 'utf8')) as Texts;
}

function flat(value: unknown, at = ''): [string, string][] {
  if (typeof value === 'string') return [[at, value]];
  return Object.entries(value as Record<string, unknown>).flatMap(([key, item]) =>
    flat(item, at === '' ? key : `${at}.${key}`),
  );
}

/** Every key the catalogue can ask for. */
function keysWanted(): string[] {
  const codes = CATALOGUE_CODES.flatMap((code) => {
    const { title, message, reasons = {} } = ERROR_CATALOGUE[code];
    return [title, message, ...Object.keys(reasons).map((reason) => `${code}.reason.${reason}`)];
  });
  return [...codes, ...ACTIONS.map((action) => `action.${action}`)].toSorted();
}

function argumentsOf(elements: readonly MessageFormatElement[]): string[] {
  const names = elements.flatMap((element) => {
    if (element.type === TYPE.literal || element.type === TYPE.pound) return [];
    if (element.type === TYPE.tag) return argumentsOf(element.children);
    if (element.type === TYPE.select || element.type === TYPE.plural) {
      return [element.value, ...Object.values(element.options).flatMap((option) => argumentsOf(option.value))];
    }
    return [element.value];
  });
  return [...new Set(names)].toSorted();
}

describe('error catalogue', () => {
  it('looked at the sources', () => {
    expect(refusalCodes().length).toBeGreaterThanOrEqual(15);
    expect(CATALOGUE_CODES.length).toBeGreaterThanOrEqual(30);
    expect(ENDPOINTS.length).toBeGreaterThanOrEqual(13);
  });

  it('holds every refusal of the domain, and every code of the specification', () => {
    for (const code of [...refusalCodes(), ...SPECIFIED]) expect(CATALOGUE_CODES, code).toContain(code);
  });

  it('gives each code the status of the contract', () => {
    const statuses = Object.fromEntries(CATALOGUE_CODES.map((code) => [code, ERROR_CATALOGUE[code].status]));
    expect(statuses).toMatchObject({
      InvalidRequest: 400,
      NotSignedIn: 401,
      PermissionsError: 403,
      NotFound: 404,
      IdempotencyConflict: 409,
      MarketClosed: 422,
      DurationUnavailable: 422,
      StakeLimit: 422,
      PayoutChanged: 422,
      ExposureLimit: 422,
      NoBalance: 422,
      SaleLapsed: 422,
      UnavailableBet: 429,
      RateLimit: 429,
      UnexpectedError: 500,
      PriceFeedError: 503,
    });
    expect(ERROR_CATALOGUE.UnavailableBet.retryAfter).toBe(1);
    expect(ERROR_CATALOGUE.PriceFeedError.retryAfter).toBe(2);
    expect(ERROR_CATALOGUE.NoBalance.action).toBe('deposit');
  });

  it('is what the tables may refuse with, and no refusal of the domain is beyond every table', () => {
    const named = new Set(ENDPOINTS.flatMap(({ endpoint }) => endpoint.refusals));
    for (const code of named) expect(CATALOGUE_CODES).toContain(code);
    // 500 is possible everywhere and named nowhere.
    expect(refusalCodes().filter((code) => code !== 'UnexpectedError' && !named.has(code as never))).toEqual([]);
  });

  it.each(LOCALES)('has exactly its texts in %s', (locale) => {
    const texts = flat(textsOf(locale));
    expect(texts.map(([key]) => key).toSorted()).toEqual(keysWanted());
    for (const [key, text] of texts) {
      expect(text.trim(), key).not.toBe('');
      expect(text, key).not.toMatch(/['"]/);
      expect(text.normalize('NFC'), key).toBe(text);
    }
  });

  it.each(LOCALES.slice(1))('uses the same arguments in %s as in English', (locale) => {
    const english = new Map(flat(textsOf('en')));
    const own = flat(textsOf(locale));
    for (const [key, text] of own) {
      expect(argumentsOf(parse(text)), key).toEqual(argumentsOf(parse(english.get(key) ?? '')));
    }
    const equal = own.filter(([key, text]) => english.get(key) === text);
    expect(equal.map(([key]) => key)).toEqual([]);
  });
});
