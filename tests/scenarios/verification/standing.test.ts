/** Documents that move without a review. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { transaction } from '#server/db/index.ts';
import { documentBlockedAct } from '#server/verification/documents/index.ts';
import { doubtDocument } from '#server/verification/documents/standing.ts';
import { openDocumentsWorld, sendPassport, type DocumentsWorld } from '#tests/worlds/documents-world.ts';

let world: DocumentsWorld;
beforeAll(async () => {
  world = await openDocumentsWorld();
});
afterAll(() => world.close());

it('a document is asked for anew by one officer, and blocked and let free by two; what waits for review ends', async () => {
  const { parts } = world;
  const [first, second, ada] = [await world.officer(), await world.officer(), await world.person()];
  const state = async () =>
    (await world.documents.read(ada)).documents.find(({ document }) => document === 'governmentId');
  const doubt = () =>
    transaction(parts.db, (tx) =>
      doubtDocument(parts, tx, { userId: ada, document: 'governmentId', by: first, reason: 'a copy' }),
    );
  expect(await doubt()).toBe(false);
  const review = await sendPassport(world, ada);
  await world.reviews.open(review, first, false);
  await world.reviews.decide(review, { outcome: 'approved', validUntil: null }, first);
  expect([await doubt(), (await state())?.status]).toEqual([true, 'APPROVED_REJECTED']);

  const again = await sendPassport(world, ada);
  const act = documentBlockedAct(parts);
  const approved = {
    kind: 'approved',
    requestId: again,
    maker: first.userId,
    checkers: [second.userId],
    reason: 'forged',
  };
  const by = approved as unknown as Parameters<typeof act.execute>[2];
  const set = (isOn: boolean) => {
    const fields = { userId: ada, document: 'governmentId', isOn } as const;
    return transaction(parts.db, async (tx) => [await act.refuses?.(tx, fields), await act.execute(tx, fields, by)]);
  };
  expect(await set(true)).toEqual([null, { done: true }]);
  expect(await state()).toMatchObject({ status: 'BLOCKED', closed: 'BLOCKED', place: null });
  expect(await world.reviews.whyNot(again, second)).toBe('not_now');
  expect(await set(true)).toEqual(['It is blocked already.', { done: false }]);
  expect(await set(false)).toEqual([null, { done: true }]);
  expect(await state()).toMatchObject({ status: 'PENDING_DOCUMENT', closed: null });
});
