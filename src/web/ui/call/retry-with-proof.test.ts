import { describe, expect, it } from 'vitest';
import { ApiError } from '#web/api/api-error.ts';
import { retryWithProof } from './retry-with-proof.ts';
import type { Proof, Task } from './retry-with-proof.ts';

const refusal = (code: string, details: Readonly<Record<string, unknown>> = {}, waitMs: number | null = null) =>
  new ApiError(429, { error: { code, title: '', message: '', action: 'okay', details }, requestId: '' }, waitMs);
const task = (no: number) => refusal('ChallengeRequired', { challenge: `c-${no}`, difficulty: 16 + no }, no * 2_000);

/** An act that is refused with each of these in turn and then done; what it was sent, and what had to be proven. */
function story(...refusals: readonly ApiError[]) {
  const left = [...refusals];
  const [sent, proven]: [Proof[], Task[]] = [[], []];
  const act = (proof: Proof) => {
    sent.push(proof);
    const next = left.shift();
    return next === undefined ? Promise.resolve('done') : Promise.reject(next);
  };
  const prove = (wanted: Task) => {
    proven.push(wanted);
    return Promise.resolve({ challenge: wanted.challenge, proof: 'p' });
  };
  return { sent, proven, run: () => retryWithProof(act, prove) };
}

describe('a try that the server wants patience for', () => {
  it('is sent once where nothing is asked for', async () => {
    const { sent, proven, run } = story();
    expect(await run()).toBe('done');
    expect([sent, proven]).toEqual([[{}], []]);
  });

  it('is sent again with the proof of the newest task, after its wait', async () => {
    const { sent, proven, run } = story(task(1), task(2));
    expect(await run()).toBe('done');
    expect(proven).toEqual([
      { challenge: 'c-1', difficulty: 17, waitMs: 2_000 },
      { challenge: 'c-2', difficulty: 18, waitMs: 4_000 },
    ]);
    expect(sent).toEqual([{}, { challenge: 'c-1', proof: 'p' }, { challenge: 'c-2', proof: 'p' }]);
  });

  it('ends with what the try itself is refused for', async () => {
    const { proven, run } = story(task(1), refusal('WrongCredentials'));
    await expect(run()).rejects.toMatchObject({ code: 'WrongCredentials' });
    expect(proven).toHaveLength(1);
  });

  it('gives up after five tasks, and at once where the task is none', async () => {
    const many = story(...Array.from({ length: 9 }, (_one, no) => task(no)));
    await expect(many.run()).rejects.toMatchObject({ code: 'ChallengeRequired' });
    expect(many.sent).toHaveLength(6);
    const none = story(refusal('ChallengeRequired'));
    await expect(none.run()).rejects.toMatchObject({ code: 'ChallengeRequired' });
    expect(none.proven).toEqual([]);
  });
});
