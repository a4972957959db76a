import { describe, expect, it } from 'vitest';
import type { Refusal, RefusalCode, StepUpMethod, UploadDocument } from '#domain/refusals.ts';
import { ERROR_CATALOGUE } from '#protocol/error-catalogue.ts';
import { refusalBody } from '#protocol/site.ts';
import { LOCALES, type Locale } from '#server/routing/language.ts';
import { refusalAnswer } from './refusal-answer.ts';
import { repositoryRoot } from '#server/root.ts';
import { loadRefusalTexts } from '../documents/texts.ts';

const texts = loadRefusalTexts(repositoryRoot());
const asked = { locale: 'en', requestId: 'r-1' } as const;

const LATER = Date.UTC(2026, 10, 22, 22, 5);

type ShapeOf<R> = R extends { code: RefusalCode } ? Omit<R, 'code'> : never;

/** Each refusal in every shape that changes its text; those of reasons are checked against the catalogue below. */
const SHAPES: { readonly [C in RefusalCode]: readonly ShapeOf<Extract<Refusal, { code: C }>>[] } = {
  InvalidRequest: [{ fields: { stake: 'missing' } }],
  NotSignedIn: [{}],
  PermissionsError: [{}, { permission: 'people.read' }],
  ViewOnly: [{}],
  SecondFactorRequired: [{}],
  ActRefused: [{ why: 'This person is blocked already.' }],
  NotFound: [{}, { reason: 'archived' }],
  MethodNotAllowed: [{}],
  RequestExpired: [{ validUntil: LATER }],
  IdempotencyConflict: [{ reason: 'content' }, { reason: 'running' }],
  MarketClosed: [{ nextOpen: LATER }, { nextOpen: null }],
  DurationUnavailable: [{ durations: [60, 120] }],
  StakeLimit: [{ min: 1_000_000n, max: 5_000_500_000n }],
  PriceFeedError: [{}],
  PlacingPaused: [{}, { mode: 'paused', until: 0 }, { mode: 'maintenance', until: null }],
  UnavailableBet: [{}],
  PayoutChanged: [{ payoutBps: 8_200 }],
  ExposureLimit: [
    { reason: 'pair', available: 12_345_678n },
    { reason: 'own', available: 12_345_678n },
    { reason: 'pair_full', available: 0n },
    { reason: 'own_full', available: 0n },
  ],
  NoBalance: [{}],
  SaleLapsed: [
    { reason: 'below_minimum', credit: 9_030_000n },
    ...(['not_entered', 'too_short', 'too_late', 'over', 'no_price'] as const).map((reason) => ({ reason })),
  ],
  OrderRejected: (['post_only', 'no_fill', 'no_shares', 'no_exit', 'exit_full', 'no_sets', 'too_many'] as const).map(
    (reason) => ({
      reason,
    }),
  ),
  RateLimit: [{ retryAfterMs: 1_001 }],
  TickRange: [{}],
  UnexpectedError: [{}],
  VerificationError: (
    [
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
    ] as const
  ).map((reason) => ({ reason })),
  LimitReached: [
    ...(['stake', 'key_loss_day', 'loss_day', 'loss_week', 'loss_month'] as const).map((limit) => ({
      limit,
      amount: 5_000_000n,
      until: null,
    })),
    { limit: 'loss_day', amount: 5_000_000n, until: null, reason: 'could_pass' },
    { limit: 'session', amount: null, until: null },
    { limit: 'time_out', amount: null, until: LATER },
  ],
  SelfExcluded: [{ until: LATER }, { until: null }],
  StepUpRequired: [{ methods: ['password', 'otp'] }, { methods: ['passkey', 'recovery'] }, { methods: [] }],
  WrongCredentials: [{}],
  ChallengeRequired: [{ challenge: 'abc', difficulty: 12, retryAfterMs: 1_000 }],
  RegionNotServed: [{ country: 'US' }],
  TooYoung: [{ age: 18 }],
  IncorrectToken: [{}],
  LinkUsed: [{}],
  LinkExpired: [{}],
  WrongDigits: [{}],
  SignInOver: [{}],
  OTPInvalid: [{}],
  SetupOver: [{}],
  PasskeyUnknown: [{}],
  PasskeyFailed: [{}],
  TooManyPasskeys: [{}],
  UserNotFound: [{}],
  UserAlreadyExists: [{}, { email: 'ada@example.com' }],
  InvalidEmail: [{}],
  SomethingWentWrong: [{}],
  NotificationsError: [{}],
  PlayBalance: [{ left: 250_000_000n, free: 50_000_000n }],
  PayoutHold: [{ until: 1_700_000_000_000 }],
  PayoutsHeld: [{}],
  PaymentLimit: [
    { min: 1_000_000n, max: 1_000_000_000n },
    { reason: 'used_up', min: 1_000_000n, max: 0n },
  ],
  PayeeUnconfirmed: [{ payee: '0198f0a0-0000-7000-8000-000000000000', name: 'R***', avatar: null }],
  PayeeSelf: [{}],
  PayeeBlocked: [{}],
  PayeeClosed: [{}],
  PayeeDemo: [{}],
  PayeeUnavailable: [{}],
  PaymentOver: [{}],
  IdeaLimit: [{}],
  IdeaClosed: [{}],
  AlertLimit: [{}],
  CommentLimit: [{}],
  CommentRepeated: [{}],
  CommentOver: [{}],
  TicketLimit: [{}],
  TicketClosed: [{}],
  PaymentRequestOver: [{}],
  FiatUnavailable: [{}],
  FiatAmount: [{ fiat: 'EUR', min: 2_000n, max: 500_000n }],
  FiatOfferChanged: [{ receive: 97_500_000n }],
  FiatOrderOpen: [{}],
  FiatOrderOver: [{}],
  DepositLimit: [{ room: 20_000_000n }],
  EventRestricted: [{ reason: 'listed' }, { reason: 'unsaid' }],
  PaymentRequestsFull: [{ most: 50 }],
  UnavailableToken: [{}],
  AddressKnown: [{}],
  AddressRefused: [{ reason: 'listed' }, { reason: 'own' }],
  AddressWaits: [{ until: 1_700_000_000_000 }],
  AddressUnsaved: [{}],
  WalletUnproved: [{ most: 1_000_000_000n }],
  WalletProofFailed: [{ reason: 'over' }, { reason: 'wrong' }],
  FeeChanged: [{ fee: 1_000_000n }],
  RateChanged: [{ rate: '96.0000' }],
  WithdrawalRefused: [{}],
  WithdrawalOver: [{}],
  AddressesFull: [{ most: 50 }],
  UploadError: [
    ...(['PENDING_APPROVE', 'APPROVED', 'BLOCKED', 'UNREADABLE_IMAGE'] as const).map((reason) => ({
      reason,
      document: 'avatar' as const,
    })),
    { reason: 'GOVERNMENT_ID_REQUIRED', document: 'selfieWithId' },
    { reason: 'NAME_REQUIRED', document: 'governmentId' },
    { reason: 'WRONG_FORMAT_FILE', document: 'proofOfResidence' },
    { reason: 'VIDEO_UNAVAILABLE', document: 'selfieWithId' },
    { reason: 'TOO_MANY_FILES', document: 'ticket' },
  ],
};
const REFUSALS = Object.entries(SHAPES).flatMap(([code, shapes]) =>
  shapes.map((shape) => ({ code, ...shape }) as Refusal),
);

describe('a refusal on the wire', () => {
  // A text that names what the refusal does not tell cannot be formatted, and throws.
  it.each(REFUSALS)('$code $reason has the shape of the contract and no hole in every language', (refusal) => {
    for (const locale of LOCALES) {
      const { body } = refusalAnswer(refusal, texts, { locale, requestId: 'r-1' });
      expect(refusalBody.safeParse(body).error, locale).toBeUndefined();
      expect(body.error.title, locale).not.toContain('{');
      expect(body.error.message, locale).not.toMatch(/[{}]|undefined|NaN|none/);
    }
  });

  it('is looked at with every reason of the catalogue', () => {
    const seen = (code: RefusalCode) => SHAPES[code].flatMap((shape) => ('reason' in shape ? [shape.reason] : []));
    for (const code of Object.keys(SHAPES) as RefusalCode[])
      expect(seen(code), code).toEqual(expect.arrayContaining(Object.keys(ERROR_CATALOGUE[code].reasons ?? {})));
  });

  it('of a sale says in its own sentence why nothing was sold', () => {
    const said = SHAPES.SaleLapsed.map((shape) => {
      const refusal = { code: 'SaleLapsed', ...shape } as Refusal;
      return refusalAnswer(refusal, texts, asked).body.error;
    });
    expect(new Set(said.map(({ message }) => message)).size).toBe(said.length);
    expect(said[0]).toMatchObject({
      details: { reason: 'below_minimum', credit: 9.03, creditStr: '9.03' },
      message: 'The price has moved. Selling now would get you $9.03. Your prediction stays open.',
    });
    expect(said.slice(1).map(({ details }) => Object.keys(details))).toEqual(said.slice(1).map(() => ['reason']));
  });

  it('of a step-up offers the ways that the person has, and no other', () => {
    const said = (methods: readonly StepUpMethod[]) =>
      refusalAnswer({ code: 'StepUpRequired', methods }, texts, asked).body.error.message;
    expect(said(['passkey', 'recovery'])).toBe('To continue, confirm with a passkey or a recovery code.');
    expect(said(['password'])).toBe('To continue, confirm with your password.');
    expect(said([])).toMatch(/^Set a password first/);
  });

  it('tells money as number and exact text, and names it in the message', () => {
    const { status, body } = refusalAnswer({ code: 'StakeLimit', min: 1_000_000n, max: 5_000_500_000n }, texts, asked);
    expect(status).toBe(422);
    expect(body.error.details).toEqual({ min: 1, minStr: '1.00', max: 5_000.5, maxStr: '5000.50' });
    expect(body.error.message).toBe('Choose an amount from $1.00 to $5,000.50.');
  });

  it('names no amount where nothing more fits, and does not call a limit reached that is not', () => {
    const said = (refusal: Refusal) => {
      const { title, message } = refusalAnswer(refusal, texts, asked).body.error;
      return `${title}. ${message}`;
    };
    expect(said({ code: 'ExposureLimit', reason: 'pair', available: 1_000_000n })).toContain('$1.00');
    for (const reason of ['pair_full', 'own_full'] as const)
      expect(said({ code: 'ExposureLimit', reason, available: 0n })).toMatch(/^No room left right now[^$]*$/);
    const limit = { code: 'LimitReached', limit: 'loss_day', amount: 5_000_000n, until: null } as const;
    expect(said(limit)).toBe('You’ve reached your limit. You’ve reached your loss limit of $5.00.');
    expect(said({ ...limit, reason: 'could_pass' })).not.toMatch(/reached/);
  });

  it('tells the step of a price as a price', () => {
    const between = { code: 'InvalidRequest', fields: { price: 'step' }, steps: { price: 10 } } as const;
    expect(refusalAnswer(between, texts, asked).body.error.details).toEqual({
      fields: { price: 'step' },
      steps: { price: 0.01 },
    });
  });

  it('leads where the reason leads, else where the code does', () => {
    const actionOf = (refusal: Refusal) => refusalAnswer(refusal, texts, asked).body.error.action;
    expect(actionOf({ code: 'VerificationError', reason: 'email' })).toBe('settings');
    expect(actionOf({ code: 'VerificationError', reason: 'ofac_BLOCKED' })).toBe('support');
    expect(actionOf({ code: 'VerificationError', reason: 'ofac_PENDING_NAME' })).toBe('verify');
    expect(actionOf({ code: 'UploadError', reason: 'APPROVED', document: 'governmentId' })).toBe('okay');
    expect(actionOf({ code: 'NoBalance' })).toBe('deposit');
  });

  it('tells a payout as a fraction, and a moment as ISO 8601', () => {
    const payout = refusalAnswer({ code: 'PayoutChanged', payoutBps: 8_200 }, texts, asked);
    expect(payout.body.error).toMatchObject({
      details: { payout: 0.82 },
      message: 'The payout is now 82%. Confirm to continue.',
    });
    const closed = refusalAnswer({ code: 'MarketClosed', nextOpen: Date.UTC(2026, 10, 22, 22, 5) }, texts, asked);
    expect(closed.body.error.details).toEqual({ nextOpen: '2026-11-22T22:05:00.000Z' });
    expect(closed.body.error.message).toContain('Nov 22, 2026');
    const unknown = refusalAnswer({ code: 'MarketClosed', nextOpen: null }, texts, asked);
    expect(unknown.body.error.message).toBe('The market is closed now.');
  });

  it('says when to come back, in whole seconds', () => {
    const after = (refusal: Refusal) => refusalAnswer(refusal, texts, asked).retryAfter;
    expect(after({ code: 'RateLimit', retryAfterMs: 1_001 })).toBe(2);
    expect(after({ code: 'RateLimit', retryAfterMs: 1 })).toBe(1);
    expect(after({ code: 'UnavailableBet' })).toBe(1);
    expect(after({ code: 'PriceFeedError' })).toBe(2);
    expect(after({ code: 'NoBalance' })).toBeNull();
  });

  it('of an outage is a 503 to be tried again', () => {
    expect(refusalAnswer({ code: 'UnexpectedError', passing: true }, texts, asked)).toMatchObject({
      status: 503,
      retryAfter: 2,
      body: { error: { code: 'UnexpectedError' }, requestId: 'r-1' },
    });
  });
});

describe('texts of reasons', () => {
  it('replace the general message', () => {
    const of = (reason: string) => texts.of('UploadError', 'en', { reason }).message;
    expect(of('GOVERNMENT_ID_REQUIRED')).toBe('Upload your government ID first, then the selfie.');
    expect(of('PENDING_APPROVE')).toContain('10');
    expect(of('nonsense')).toBe('Please upload another file or contact support.');
    expect(of('toString')).toBe('Please upload another file or contact support.');
  });

  it('name the document of a wrong file, and what is taken for it', () => {
    const of = (document: UploadDocument, locale: Locale) =>
      refusalAnswer({ code: 'UploadError', reason: 'WRONG_FORMAT_FILE', document }, texts, { locale, requestId: 'r-1' })
        .body.error;
    expect(of('avatar', 'en')).toMatchObject({
      message: 'Wrong file format. Accepted: PNG, JPEG, and WebP.',
      details: { reason: 'WRONG_FORMAT_FILE', document: 'avatar' },
    });
    expect(of('proofOfResidence', 'en').message).toBe(
      'Proof of residence: wrong file format. Accepted: PNG, JPEG, WebP, and PDF.',
    );
    expect(of('complianceVideo', 'de').message).toBe(
      'Video zur Identitätsprüfung: falsches Dateiformat. Erlaubt: MP4 und WebM.',
    );
  });
});
