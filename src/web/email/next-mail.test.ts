import { describe, expect, it } from 'vitest';
import { ApiError, noAnswer } from '../api/api-error.ts';
import { nextMailAt } from './next-mail.ts';

const SERVER = Date.UTC(2026, 10, 24, 12);
/** The device is seven minutes ahead. */
const NOW = SERVER + 420_000;
const sent = (afterMs: number) => ({ status: 'ok', resendAt: new Date(SERVER + afterMs).toISOString() });
const refused = (code: string, retryAfterMs: number | null) =>
  new ApiError(
    429,
    { error: { code, title: '', message: '', action: 'okay', details: {} }, requestId: '' },
    retryAfterMs,
  );

describe('the wait for another mail', () => {
  it.each<readonly [string, unknown, number]>([
    ['is what the answer says', sent(60_000), 60_000],
    ['is short where the server keeps it short', sent(42), 42],
    ['is none where the moment has passed', sent(-3_600_000), 0],
    ['is bounded', sent(3_600_000), 300_000],
    ['is what a refusal says, however long', refused('RateLimit', 3_000_000), 3_000_000],
    ['is none after a refusal that names none', refused('UnexpectedError', null), 0],
    ['is none where no answer came', noAnswer('Offline'), 0],
    ['is none where the moment cannot be read', { resendAt: 'soon' }, 0],
    ['is none before anything was asked', null, 0],
  ])('%s', (_, came, wait) => {
    expect(nextMailAt(came, { now: NOW, server: SERVER }) - NOW).toBe(wait);
  });
});
