import { describe, expect, it } from 'vitest';
import { csvReply } from './export.ts';

/** A list of `size` rows whose cursor is the place of the next one. */
function listOf(size: number) {
  return (page: { cursor: string | null; limit: number }) => {
    const from = Number(page.cursor ?? '0');
    const to = Math.min(size, from + page.limit);
    const items = Array.from({ length: to - from }, (_, at) => ({ no: from + at }));
    return Promise.resolve({ items, nextCursor: to < size ? String(to) : null });
  };
}

const LIST = { name: 'orders', columns: { no: (one: { no: number }) => String(one.no) } };

async function exported(size: number, query: Parameters<typeof csvReply>[0]['query'] = {}) {
  const reply = await csvReply({ ...LIST, query }, listOf(size));
  if (!('csv' in reply)) throw new Error('no CSV');
  return { ...reply, rows: reply.csv.trim().split('\r\n').length - 1 };
}

describe('an export', () => {
  it('holds every page of a list, and says nothing of an end that is the end', async () => {
    const reply = await exported(450);
    expect(reply).toMatchObject({ rows: 450, fileName: 'orders.csv' });
    expect(reply.headers).toBeUndefined();
  });

  it('holds its head where there are no rows', async () => {
    expect((await exported(0)).csv).toBe('no\r\n');
  });

  it('is whole at exactly the most rows, and says that it is cut at one more', async () => {
    expect((await exported(20_000)).headers).toBeUndefined();
    expect(await exported(20_001)).toMatchObject({
      rows: 20_000,
      fileName: 'orders-first-20000.csv',
      headers: { 'x-truncated': 'true', 'x-next-cursor': '20000' },
    });
  });

  it('goes on from a cursor', async () => {
    expect((await exported(20_001, { cursor: '20000' })).rows).toBe(1);
  });

  it('holds no more rows than were asked for, and says where the next ones begin', async () => {
    expect(await exported(450, { limit: 200, cursor: '100' })).toMatchObject({
      rows: 200,
      fileName: 'orders-first-200.csv',
      headers: { 'x-truncated': 'true', 'x-next-cursor': '300' },
    });
    expect((await exported(450, { limit: 450 })).headers).toBeUndefined();
  });
});
