import { describe, expect, it } from 'vitest';
import { closeOf, stepsOf, type Move } from './market-steps.ts';

const move = (state: Move['state']): Move => ({
  move: 'approve',
  state,
  at: '2026-03-02T12:00:00.000Z',
  by: 'EDITOR',
  people: 1,
  reason: null,
});
const market = (...states: readonly Move['state'][]) => ({
  state: states.at(-1) ?? 'OPEN',
  moves: states.map(move),
  opensAt: '2026-03-02T12:00:00.000Z',
  cutOffAt: '2026-03-09T12:00:00.000Z',
  undone: null,
});
const told = (...states: readonly Move['state'][]) =>
  stepsOf(market(...states)).map(({ name, state }) => `${'plan' in name ? name.plan : name.reached} ${state}`);

describe('how a market ends', () => {
  it('is over again once its result was corrected', () => {
    expect(told('OPEN', 'PAID', 'CORRECTED')).toEqual(['open done', 'PAID done', 'CORRECTED done']);
  });

  it('tells what is to come while people trade, with the time of the close', () => {
    expect(told('OPEN')).toEqual(['open now', 'close next', 'propose next', 'check next', 'pay next']);
    expect(stepsOf(market('OPEN')).map(({ at }) => at)).toEqual([
      '2026-03-02T12:00:00.000Z',
      '2026-03-09T12:00:00.000Z',
      null,
      null,
      null,
    ]);
  });

  it('tells what was done, and where it is held up', () => {
    expect(told('OPEN', 'PAUSED')).toEqual([
      'open done',
      'PAUSED held',
      'close next',
      'propose next',
      'check next',
      'pay next',
    ]);
    expect(told('OPEN', 'CLOSED', 'PROPOSED', 'CHALLENGE', 'DISPUTED').slice(-2)).toEqual([
      'DISPUTED held',
      'pay next',
    ]);
    expect(told('OPEN', 'VOIDED')).toEqual(['open done', 'VOIDED held']);
    expect(told('OPEN', 'CLOSED', 'PROPOSED', 'CHALLENGE', 'RESOLVED', 'PAID').at(-1)).toBe('PAID done');
  });

  it('tells of a clarification by its name, though the market stays open', () => {
    const open = market('OPEN', 'OPEN');
    const split = { ...open, moves: [open.moves[0]!, { ...open.moves[1]!, move: 'split' as const }] };
    expect(stepsOf(split)[1]!.name).toEqual({ plan: 'split' });
    const clarified = { ...open, moves: [open.moves[0]!, { ...open.moves[1]!, move: 'clarify' as const }] };
    expect(stepsOf(clarified).map(({ name }) => name)).toMatchObject([
      { plan: 'open' },
      { plan: 'clarify' },
      {},
      {},
      {},
      {},
    ]);
  });

  it('tells of trades that were undone between the result and the payment', () => {
    const over = market('OPEN', 'CLOSED', 'RESOLVED', 'PAID');
    const moves = over.moves.map((one) => (one.state === 'RESOLVED' ? { ...one, move: 'resolve' as const } : one));
    const undone = { fills: 2, shares: 13, borne: 0, borneStr: '0', at: '2026-03-09T15:00:00.000Z' };
    const names = stepsOf({ ...over, moves, undone }).map(({ name }) => ('plan' in name ? name.plan : name.reached));
    expect(names).toEqual(['open', 'CLOSED', 'RESOLVED', 'undo', 'PAID']);
    expect(stepsOf({ ...over, undone }).length).toBe(4);
  });
});

it('took its last order when it was closed, be that before its time', () => {
  const closed = { ...move('CLOSED'), move: 'close' as const, at: '2026-03-05T12:00:00.000Z' };
  const { cutOffAt, moves } = market('OPEN');
  expect(new Date(closeOf({ cutOffAt, moves })).toISOString()).toBe(cutOffAt);
  expect(new Date(closeOf({ cutOffAt, moves: [...moves, closed] })).toISOString()).toBe(closed.at);
  expect(new Date(closeOf({ cutOffAt: closed.at, moves: [{ ...closed, at: cutOffAt }] })).toISOString()).toBe(
    closed.at,
  );
});
