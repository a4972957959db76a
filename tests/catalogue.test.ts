import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SPACES_FILE, spacesModule } from '../scripts/text-spaces.ts';
import { parse, TYPE, type MessageFormatElement } from '@formatjs/icu-messageformat-parser';
import { describe, expect, it } from 'vitest';
import { ENDPOINTS } from '#protocol/api.ts';
import { refusalsOf } from '#protocol/endpoint.ts';
import {
  ACTIONS,
  CATALOGUE_CODES,
  ERROR_CATALOGUE,
  UPLOAD_FORMATS,
  type CatalogueCode,
} from '#protocol/error-catalogue.ts';

const LOCALES = ['en', 'de', 'ar', 'ru', 'uk', 'tr', 'sv', 'it', 'jp', 'ch', 'es', 'hi'];
/** What is uploaded and is no document of verification. */
const PICTURES = ['avatar', 'post', 'ticket'];
const ROOT = new URL('..', import.meta.url).pathname;

/** Every code of the specification, written here once more with its reasons: the catalogue may not lose one. */
const SPECIFIED: Readonly<Record<string, readonly string[]>> = {
  UnexpectedError: [],
  RateLimit: [],
  PriceFeedError: [],
  IncorrectToken: [],
  WrongToken: [],
  UnavailableToken: [],
  EstimateError: [],
  PermissionsError: [],
  OTPInvalid: [],
  UnavailableBet: [],
  NoBalance: [],
  PlayBalance: [],
  UserNotFound: [],
  UploadError: [
    'PENDING_APPROVE',
    'APPROVED',
    'BLOCKED',
    'UNREADABLE_IMAGE',
    'GOVERNMENT_ID_REQUIRED',
    'NAME_REQUIRED',
    'WRONG_FORMAT_FILE',
    'VIDEO_UNAVAILABLE',
    'TOO_MANY_FILES',
  ],
  VerificationError: [
    'hasDeposit',
    'ofac_PENDING_NAME',
    'ofac_PENDING_APPROVE',
    'ofac_BLOCKED',
    'document_PENDING_DOCUMENT',
    'document_PENDING_APPROVE',
    'document_REJECTED',
    'document_BLOCKED',
    'email',
    'account_problem',
  ],
  // Those that the specification tells of in words: login and sign-up, notifications, rewards, HTTP 401, the range of ticks.
  UserAlreadyExists: [],
  InvalidEmail: [],
  SomethingWentWrong: [],
  NotificationsError: [],
  RewardsError: [],
  PromoCodeRequired: [],
  NotSignedIn: [],
  TickRange: [],
};

/** Codes that the API contract adds to them. */
const ADDED =
  `PayoutChanged MarketClosed DurationUnavailable StakeLimit ExposureLimit InvalidRequest NotSignedIn NotFound
  IdempotencyConflict SaleLapsed PlacingPaused`.split(/\s+/);

/** Codes of the specification that no part of the product refuses with yet. */
const LATER = ['EstimateError', 'PromoCodeRequired', 'RewardsError', 'WrongToken'];

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
  const ways = ['none', 'way.otp', 'way.passkey', 'way.password', 'way.recovery'];
  return [
    ...codes,
    ...ways.map((way) => `StepUpRequired.${way}`),
    ...ACTIONS.map((action) => `action.${action}`),
  ].toSorted();
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
    for (const code of [...refusalCodes(), ...Object.keys(SPECIFIED), ...ADDED])
      expect(CATALOGUE_CODES, code).toContain(code);
    for (const [code, reasons] of Object.entries(SPECIFIED)) {
      const { reasons: known = {} } = ERROR_CATALOGUE[code as CatalogueCode];
      expect(Object.keys(known).toSorted(), code).toEqual(reasons.toSorted());
    }
  });

  it('says of no code that it comes later which is in use', () => {
    const refused = new Set(refusalCodes());
    expect(CATALOGUE_CODES.filter((code) => !refused.has(code)).toSorted()).toEqual(LATER);
    const source = readFileSync(join(ROOT, 'src/protocol/error-catalogue.ts'), 'utf8');
    const later = /export type SpecifiedCode =([^;]*);/.exec(source)?.[1] ?? '';
    expect([...later.matchAll(/'(\w+)'/g)].map(([, code = '']) => code).toSorted()).toEqual(LATER);
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
    const named = new Set(ENDPOINTS.flatMap(({ endpoint }) => refusalsOf(endpoint)));
    for (const code of named) expect(CATALOGUE_CODES).toContain(code);
    // 500 is possible everywhere and named nowhere; 405 is of what is no row.
    const everywhere = ['UnexpectedError', 'MethodNotAllowed'];
    expect(refusalCodes().filter((code) => !everywhere.includes(code) && !named.has(code as never))).toEqual([]);
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

  it.each(LOCALES)('has a message of its own for each document that is uploaded, in %s', (locale) => {
    const message = new Map(flat(textsOf(locale))).get('UploadError.reason.WRONG_FORMAT_FILE') ?? '';
    const [select] = parse(message);
    if (select?.type !== TYPE.select) throw new Error(`no choice by document: ${message}`);
    // A picture of a profile or a post is no document of verification: it has the general message.
    expect(Object.keys(select.options).toSorted()).toEqual(
      [...Object.keys(UPLOAD_FORMATS).filter((name) => !PICTURES.includes(name)), 'other'].toSorted(),
    );
    const said = Object.values(select.options).map(({ value }) =>
      JSON.stringify(value.map((part) => ({ ...part, location: null }))),
    );
    expect(new Set(said).size).toBe(said.length);
    for (const { value } of Object.values(select.options)) expect(argumentsOf(value)).toEqual(['formats']);
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

describe('the namespaces of texts', () => {
  it('are those of the English files; `npm run texts` writes them anew', () => {
    expect(readFileSync(SPACES_FILE, 'utf8')).toBe(spacesModule());
  });
});
