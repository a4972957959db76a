import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { testDatabase } from '#tests/database.ts';
import type { TestDatabase } from '#tests/database.ts';
import { bytesArray, plainArray, textArray, uuidArray } from './arrays.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

async function read(array: string | Buffer, type: string): Promise<unknown[]> {
  const { rows } = await database.pool.query<{ a: unknown[] }>(
    `SELECT coalesce(array_agg(x ORDER BY n), '{}') AS a FROM unnest($1::${type}[]) WITH ORDINALITY AS u(x, n)`,
    [array],
  );
  return rows[0]!.a;
}

describe('arrays of a batch', () => {
  it('carry any text as it is', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.string().map((text) => text.replaceAll('\0', ''))), async (texts) => {
        expect(await read(textArray(texts), 'text')).toEqual(texts);
      }),
      { numRuns: 50 },
    );
    const hostile = ['', 'NULL', '{a,b}', '"', '\\', "'; --", ' ', ',', 'é\n'];
    expect(await read(textArray(hostile), 'text')).toEqual(hostile);
  });

  it('carry numbers, nothing and bytes', async () => {
    expect(await read(plainArray([1n, -2, null]), 'bigint')).toEqual(['1', '-2', null]);
    const bytes = [new Uint8Array([0, 255, 10]), new Uint8Array(0)];
    expect(await read(bytesArray([...bytes, null, 'ff00']), 'bytea')).toEqual([
      Buffer.from(bytes[0]!),
      Buffer.alloc(0),
      null,
      Buffer.from('ff00', 'hex'),
    ]);
    const part = new Uint8Array([1, 2, 3, 4]).subarray(1, 3);
    expect(await read(bytesArray([part]), 'bytea')).toEqual([Buffer.from([2, 3])]);
  });

  it('carry ids, and refuse what is none', async () => {
    const ids = ['00000000-0000-0000-0000-000000000000', '0193b5a1-ffee-7abc-8def-0123456789ab'];
    expect(await read(uuidArray(ids), 'uuid')).toEqual(ids);
    for (const empty of [uuidArray([]), textArray([]), bytesArray([])]) expect(empty).toHaveLength(12);
    expect(await read(uuidArray([]), 'uuid')).toEqual([]);
    expect(() => uuidArray(['no id'])).toThrow('not an id');
  });
});
