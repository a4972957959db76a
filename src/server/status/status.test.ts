import { expect, it } from 'vitest';
import type { StatusParts } from './contract.ts';
import { createStatus } from './status.ts';

it('keeps what was placed until it is stored, and counts it once', async () => {
  const stored: unknown[] = [];
  let isOut = true;
  const query = async (_sql: string, values: readonly unknown[]) => {
    if (isOut) throw new Error('the database writes nothing just now');
    stored.push(values.slice(1));
  };
  const parts = { db: { query }, clock: { now: () => 0 }, readiness: async () => ({ ownership: 'standby' }) };
  const status = createStatus(parts as unknown as StatusParts);
  status.placed(7);
  await expect(status.look()).rejects.toThrow('writes nothing');
  status.placed(7);
  isOut = false;
  await status.look();
  await status.look();
  expect(stored).toEqual([[[10], [2]]]);
});
