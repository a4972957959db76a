import { expect, it } from 'vitest';
import { DAY_MS } from '../time.ts';
import { complaintDue, wasInTime } from './complaint.ts';

const openedAt = Date.parse('2026-03-02T10:00:00Z');
const finalDue = Date.parse('2026-03-23T10:00:00Z');
const NEW = { openedAt, acknowledgedAt: null, finalAt: null };

it('asks of a complaint to be acknowledged in a day, and for its final letter after 15 business days', () => {
  expect(complaintDue(NEW)).toEqual({ what: 'acknowledge', at: openedAt + DAY_MS });
  expect(complaintDue({ ...NEW, acknowledgedAt: openedAt + 1 })).toEqual({ what: 'final', at: finalDue });
  expect(complaintDue({ ...NEW, finalAt: openedAt + 2 })).toBeNull();
});

it('says of a letter whether it came in time', () => {
  expect([finalDue, finalDue + 1].map((now) => wasInTime(NEW, now))).toEqual([null, false]);
  expect([finalDue, finalDue + 1].map((finalAt) => wasInTime({ ...NEW, finalAt }, finalDue + DAY_MS))).toEqual([
    true,
    false,
  ]);
});
