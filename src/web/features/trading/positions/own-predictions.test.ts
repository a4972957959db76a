import { describe, expect, test } from 'vitest';
import type { NotificationKind } from '#protocol/notification-kinds.ts';
import type { PredictionWire } from '#protocol/trading.ts';
import type { Client } from '#web/api/client.ts';
import { OwnPredictions, readOwn } from './own-predictions.ts';
import { openOf } from './predictions.ts';

/** An answer that comes when it is told to. */
function onItsWay<T>() {
  let come: (answer: T) => void = () => undefined;
  const promise = new Promise<T>((resolve) => (come = resolve));
  return { promise, come };
}

/** An API whose answers are made by hand, by call. */
function apiOf(answers: Readonly<Record<string, (input: never) => Promise<unknown>>>): Client {
  const call = (name: string, input: never) => answers[name]?.(input) ?? Promise.reject(new Error(`no ${name}`));
  return { call, csv: () => Promise.reject(new Error('no csv')) } as unknown as Client;
}

/** What the API says of predictions, 2 to a page: `open` of them are open. */
function predictionsOf(open: readonly PredictionWire[]) {
  return ({ query }: { readonly query: { readonly status: string; readonly cursor?: string } }) => {
    if (query.status !== 'open') return Promise.resolve({ items: [], nextCursor: null });
    const from = Number(query.cursor ?? 0);
    return Promise.resolve({
      items: open.slice(from, from + 2),
      nextCursor: from + 2 < open.length ? String(from + 2) : null,
    });
  };
}

const prediction = (id: string, part: Partial<PredictionWire> = {}): PredictionWire =>
  ({ id, status: 'OPEN', outcome: null, expiresAt: '2026-11-20T17:01:00.000Z', ...part }) as PredictionWire;
const away = () => Promise.reject(new Error('away'));

const profile = (cash: string, locked = '0.00') => ({
  totalBalanceStr: cash,
  balances: { lockedStr: locked },
  predictionMaxStr: '500.00',
  verifications: { email: true, name: 'APPROVED' },
});

describe('the balance, whatever comes first', () => {
  test('an answer that was asked for before the socket spoke does not undo it', async () => {
    const book = new OwnPredictions();
    const answer = onItsWay<unknown>();
    const read = book.readProfile(apiOf({ 'user.profile': () => answer.promise }));
    book.hearBalance({ cash: '9975.00', locked: '25.00' });
    answer.come(profile('10000.00'));
    await read;
    expect(book.get().balance).toEqual({ cash: '9975.00', locked: '25.00' });
    // What only the answer says is taken from it.
    expect(book.get().predictionMax).toBe('500.00');
    expect(book.get().verifications).toEqual({ email: true, name: 'APPROVED' });
  });

  test('an answer that was asked for after it is newer', async () => {
    const book = new OwnPredictions();
    book.hearBalance({ cash: '9975.00', locked: '25.00' });
    await book.readProfile(apiOf({ 'user.profile': async () => profile('10020.00') }));
    expect(book.get().balance).toEqual({ cash: '10020.00', locked: '0.00' });
  });

  test('of two answers the one that was asked for last stays', async () => {
    const book = new OwnPredictions();
    const [first, second] = [onItsWay<unknown>(), onItsWay<unknown>()];
    const reads = [first, second].map(({ promise }) => book.readProfile(apiOf({ 'user.profile': () => promise })));
    second.come(profile('9950.00', '50.00'));
    await reads[1];
    first.come(profile('10000.00'));
    await reads[0];
    expect(book.get().balance).toEqual({ cash: '9950.00', locked: '50.00' });
  });

  test('a refill on its way does not undo what was placed after it', async () => {
    const book = new OwnPredictions();
    const answer = onItsWay<string>();
    const read = book.readCash(answer.promise);
    book.hearBalance({ cash: '9900.00', locked: '100.00' });
    answer.come('10000.00');
    await read;
    expect(book.get().balance).toEqual({ cash: '9900.00', locked: '100.00' });
  });
});

test('only a message that tells of the person is counted, and none of a snapshot', () => {
  const book = new OwnPredictions();
  const message = (kind: NotificationKind) => ({
    unread: 1,
    item: { id: 'n', kind, at: '2026-11-20T17:00:00.000Z', isRead: false, values: {} },
  });
  book.hearMessage({ unread: 3, item: null });
  book.hearMessage(message('prediction_settled'));
  expect(book.get().told).toBe(0);
  book.hearMessage(message('limits'));
  book.hearMessage(message('security'));
  expect(book.get().told).toBe(2);
});

describe('reading what is own', () => {
  const ALL = ['a', 'b', 'c', 'd', 'e'];
  const FIVE = ALL.map((id) => prediction(id));
  const openIds = (book: OwnPredictions) => openOf(book.get().all).map(({ id }) => id);

  test('takes in every page of what is open', async () => {
    const book = new OwnPredictions();
    const api = apiOf({ 'trade.predictions': predictionsOf(FIVE), 'user.profile': async () => profile('1.00') });
    await readOwn(api, book, (news) => void book.add(news));
    expect(openIds(book)).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  test('asks for none that is on a later page as if it had ended', async () => {
    const book = new OwnPredictions();
    book.add(FIVE);
    const single: string[] = [];
    const api = apiOf({
      'trade.predictions': predictionsOf(FIVE),
      'trade.prediction': ({ params }: { readonly params: { readonly id: string } }) => {
        single.push(params.id);
        return away();
      },
      'user.profile': async () => profile('1.00'),
    });
    await readOwn(api, book, (news) => void book.add(news));
    expect(single).toEqual([]);
  });

  const withoutEnded = (input: { readonly query: { readonly status: string } }) =>
    input.query.status === 'open' ? predictionsOf(FIVE)(input) : away();

  test.each([
    ['the balance', { failing: { 'user.profile': away }, open: ALL, cash: null }],
    ['the ended ones', { failing: { 'trade.predictions': withoutEnded }, open: ALL, cash: '1.00' }],
    ['the open ones', { failing: { 'trade.predictions': away }, open: [], cash: '1.00' }],
  ])('without %s the others are taken in', async (_what, { failing, open, cash }) => {
    const book = new OwnPredictions();
    const whole = { 'trade.predictions': predictionsOf(FIVE), 'user.profile': async () => profile('1.00') };
    await readOwn(apiOf({ ...whole, ...failing }), book, (news) => void book.add(news));
    expect(openIds(book)).toEqual(open);
    expect(book.get().balance?.cash ?? null).toBe(cash);
  });

  test('without one that ended while we were away the others are taken in', async () => {
    const book = new OwnPredictions();
    book.add(['x', 'y'].map((id) => prediction(id)));
    const api = apiOf({
      'trade.predictions': predictionsOf([]),
      'trade.prediction': ({ params }: { readonly params: { readonly id: string } }) =>
        params.id === 'x' ? away() : Promise.resolve(prediction('y', { status: 'SETTLED', outcome: 'WIN' })),
      'user.profile': async () => profile('1.00'),
    });
    await readOwn(api, book, (news) => void book.add(news));
    expect(openIds(book)).toEqual(['x']);
  });

  test('tells who waits for it once the open ones are whole, by a read that began since', async () => {
    const book = new OwnPredictions();
    const told: string[] = [];
    const read = (open: unknown) =>
      readOwn(apiOf({ 'trade.predictions': open as () => Promise<unknown> }), book, (news) => void book.add(news));
    const early = onItsWay<unknown>();
    const begunBefore = read(() => early.promise);
    void book.untilRead().then(() => told.push('told'));
    early.come({ items: [], nextCursor: null });
    await begunBefore;
    expect(told).toEqual([]);
    await read(away);
    expect(told).toEqual([]);
    await read(predictionsOf(FIVE));
    expect(told).toEqual(['told']);
    expect(openIds(book)).toEqual(ALL);
  });
});
