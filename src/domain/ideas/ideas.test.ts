import { describe, expect, it } from 'vitest';
import { gramsOf } from './grams.ts';
import { IDEA_EVENTS, IDEA_STATES, ideaAfter, isPublicIdea, takesVotes } from './idea.ts';

/** Shared grams over all grams of both (Dice), as the store orders by. */
function alike(one: string, other: string): number {
  const [a, b] = [gramsOf(one), gramsOf(other)];
  const shared = a.filter((gram) => b.includes(gram)).length;
  return (2 * shared) / (a.length + b.length);
}

describe('how alike two titles are', () => {
  it.each([
    ['Dark theme for the app', 'A darker theme', 'Pay with a card'],
    ['Auszahlung per Überweisung', 'Auszahlungen mit Überweisung', 'Dunkles Design'],
    ['السحب إلى البطاقة', 'سحب على البطاقة', 'الوضع الداكن'],
    ['出金の手数料を下げる', '出金手数料について', 'ダークモード'],
    ['降低提现手续费', '提现手续费太高', '深色模式'],
    ['निकासी शुल्क कम करें', 'निकासी का शुल्क', 'गहरा थीम'],
    ['Тёмная тема', 'Темная тема для сайта', 'Вывод на карту'],
  ])('%s is nearer to %s than to %s', (title, near, far) => {
    expect(alike(title, near)).toBeGreaterThan(0.3);
    expect(alike(title, far)).toBeLessThan(0.2);
  });

  it('is told by words alone, whatever their case, width and order of signs between them', () => {
    expect(gramsOf('  Dark, THEME! ')).toEqual(gramsOf('dark theme'));
    expect(gramsOf('ＢＴＣ')).toEqual(gramsOf('btc'));
    expect(gramsOf('…')).toEqual([]);
    expect(gramsOf('a')).toEqual([' a ']);
  });
});

describe('the life of an idea', () => {
  it('has these moves and no other', () => {
    const moves = IDEA_STATES.map((state) => [
      state,
      IDEA_EVENTS.flatMap((event) => {
        const after = ideaAfter(state, event);
        return after === null ? [] : [`${event} ${after}`];
      }).join(', '),
    ]);
    expect(Object.fromEntries(moves)).toEqual({
      PENDING: 'publish OPEN, merge MERGED, hide HIDDEN',
      OPEN: 'plan PLANNED, start STARTED, decline DECLINED, merge MERGED, hide HIDDEN',
      PLANNED: 'start STARTED, release RELEASED, decline DECLINED, reopen OPEN, merge MERGED',
      STARTED: 'release RELEASED, decline DECLINED, reopen OPEN, merge MERGED',
      RELEASED: '',
      DECLINED: 'reopen OPEN, hide HIDDEN',
      MERGED: '',
      HIDDEN: 'publish OPEN',
    });
  });

  it('takes votes while it may become something, and is seen once somebody has read it', () => {
    expect(IDEA_STATES.filter(takesVotes)).toEqual(['OPEN', 'PLANNED', 'STARTED']);
    expect(IDEA_STATES.filter((state) => !isPublicIdea(state))).toEqual(['PENDING', 'MERGED', 'HIDDEN']);
  });
});
