import { describe, expect, it } from 'vitest';
import { aboutOf, missingOf, ticketBodyOf } from './ticket-draft.ts';

const DRAFT = { firstName: 'Ada', lastName: 'L', email: 'a@b.example', phone: ' ', message: 'Hello', terms: true };

describe('what a ticket is about', () => {
  it.each([
    ['prediction:abc', { kind: 'prediction', ref: 'abc' }],
    ['error:RateLimit r:17', { kind: 'error', ref: 'RateLimit r:17' }],
    ['prediction:', null],
    ['prediction', null],
    ['nothing:abc', null],
    [`round:${'x'.repeat(101)}`, null],
    [null, null],
  ])('is read from the address: %s', (text, about) => {
    expect(aboutOf(text)).toEqual(about);
  });
});

describe('a draft', () => {
  it('names what is missing first, the terms last', () => {
    expect(missingOf(DRAFT)).toBeNull();
    expect(missingOf({ ...DRAFT, email: ' ', terms: false })).toBe('email');
    expect(missingOf({ ...DRAFT, terms: false })).toBe('terms');
  });

  it('leaves out a telephone number that was not given', () => {
    const { phone: _none, ...rest } = DRAFT;
    expect(ticketBodyOf(DRAFT, null)).toEqual(rest);
    expect(ticketBodyOf({ ...DRAFT, phone: '+34 600' }, { kind: 'round', ref: 'r' })).toMatchObject({
      phone: '+34 600',
      about: { kind: 'round', ref: 'r' },
    });
  });
});
