import { describe, expect, it } from 'vitest';
import { usdt } from '../money.ts';
import type { DocumentStatus } from './documents.ts';
import { reviewTimesOf, STANDARD_VALUES } from '../settings/settings.ts';
import { reviewClock } from './review-clock.ts';
import { documentsFor, monthOutOf, refusalOfDocuments, type DocumentStatuses } from './tiers.ts';

const NONE: DocumentStatuses = {
  governmentId: 'NONE',
  selfieWithId: 'NONE',
  proofOfResidence: 'NONE',
  complianceVideo: 'NONE',
};
const dollars = (amount: bigint) => usdt(amount * 1_000_000n);
const ID = { ...NONE, governmentId: 'APPROVED' } as const;
const FULL = { ...ID, selfieWithId: 'APPROVED', proofOfResidence: 'APPROVED' } as const;

describe('what documents unlock', () => {
  it('is 2,000 a month by the ID, 20,000 with address and selfie, and more with the video', () => {
    expect(monthOutOf(NONE)).toBe(0n);
    expect(monthOutOf(ID)).toBe(dollars(2_000n));
    expect(monthOutOf({ ...ID, selfieWithId: 'APPROVED' })).toBe(dollars(2_000n));
    expect(monthOutOf(FULL)).toBe(dollars(20_000n));
    expect(monthOutOf({ ...FULL, complianceVideo: 'APPROVED' })).toBeNull();
    expect(monthOutOf({ ...NONE, complianceVideo: 'APPROVED' })).toBe(0n);
  });

  it('asks for a document from the first unit above a step', () => {
    expect(documentsFor(dollars(2_000n))).toEqual(['governmentId']);
    expect(documentsFor(usdt(2_000_000_001n))).toHaveLength(3);
    expect(documentsFor(usdt(20_000_000_001n))).toContain('complianceVideo');
    expect(refusalOfDocuments(ID, dollars(2_000n))).toBeNull();
    expect(refusalOfDocuments(ID, usdt(2_000_000_001n))).toEqual({
      document: 'proofOfResidence',
      reason: 'document_PENDING_DOCUMENT',
    });
  });

  it.each([
    ['NONE', 'document_PENDING_DOCUMENT'],
    ['PENDING_DOCUMENT', 'document_PENDING_DOCUMENT'],
    ['PENDING_APPROVE', 'document_PENDING_APPROVE'],
    ['REJECTED', 'document_REJECTED'],
    ['APPROVED_REJECTED', 'document_REJECTED'],
    ['BLOCKED', 'document_BLOCKED'],
  ] as readonly [DocumentStatus, string][])('holds back while the ID is %s', (governmentId, reason) => {
    expect(refusalOfDocuments({ ...NONE, governmentId }, dollars(1n))).toEqual({ document: 'governmentId', reason });
  });

  it('is nothing while any document is blocked', () => {
    expect(refusalOfDocuments({ ...FULL, complianceVideo: 'BLOCKED' }, dollars(1n))).toEqual({
      document: 'complianceVideo',
      reason: 'document_BLOCKED',
    });
  });
});

describe('the clock of a review', () => {
  const MIN = 60_000;
  const HOUR = 60 * MIN;
  it('offers support after 10 min and rings at 20 and 24 h', () => {
    const after = (age: number) => reviewClock(1_000, 1_000 + age, reviewTimesOf(STANDARD_VALUES));
    expect(after(0)).toEqual({ dueAt: 1_000 + 24 * HOUR, offersSupport: false, alarms: 0, colour: 'calm' });
    expect([after(10 * MIN - 1).offersSupport, after(10 * MIN).offersSupport]).toEqual([false, true]);
    expect([20 * HOUR - 1, 20 * HOUR, 24 * HOUR - 1, 24 * HOUR].map((age) => after(age).alarms)).toEqual([0, 1, 1, 2]);
    expect([18 * HOUR - 1, 18 * HOUR, 23 * HOUR].map((age) => after(age).colour)).toEqual(['calm', 'amber', 'red']);
  });
});
