import { describe, expect, it } from 'vitest';
import type { CommentsWire, CommentWire } from '#protocol/comments/comments.ts';
import { freshLimit, listedOf, refreshed, withChanged, withOwn, withPage, withReplies } from './comment-list.ts';

const comment = (id: string, changes: Partial<CommentWire> = {}): CommentWire => ({
  id,
  state: 'SHOWN',
  name: 'Ada',
  text: id,
  holds: [],
  likes: 0,
  liked: false,
  own: false,
  pinned: false,
  at: '2026-11-27T12:00:00.000Z',
  editedAt: null,
  editUntil: null,
  replies: [],
  replyCount: 0,
  ...changes,
});
const page = (ids: string, more: Partial<CommentsWire> = {}): CommentsWire => ({
  items: ids.split('').map((id) => comment(id)),
  nextCursor: null,
  count: ids.length,
  ...more,
});
const ids = ({ items }: { readonly items: readonly { readonly id: string }[] }) => items.map(({ id }) => id).join('');

describe('comments on a screen', () => {
  it('stand still when others are read, and count what is new', () => {
    const listed = listedOf(page('abc'));
    const read = page('cxab', { count: 9 });
    const now = refreshed(listed, {
      ...read,
      items: read.items.map((one) => ({ ...one, likes: 7 })),
    });
    expect([ids(now.listed), now.news, now.listed.count, now.listed.items[0]?.likes]).toEqual(['abc', 1, 9, 7]);
  });

  it('lose what was taken away, and nothing that lies further down', () => {
    expect(ids(refreshed(listedOf(page('abc')), page('ac')).listed)).toBe('ac');
    const many = {
      ...page('abc'),
      items: Array.from({ length: 60 }, (_, at) => comment(`${at}`)),
    };
    expect(freshLimit(listedOf(many))).toBe(50);
    const first = {
      ...many,
      items: many.items.slice(0, 50),
      nextCursor: 'next',
    };
    expect(refreshed(listedOf(many), first).listed.items).toHaveLength(60);
  });

  it('do not count what the button for more brings', () => {
    const listed = listedOf(page('ab', { nextCursor: 'next' }));
    expect(refreshed(listed, page('abcd')).news).toBe(0);
    expect(refreshed(listed, page('xabcd')).news).toBe(1);
    expect(ids(withPage(listed, page('bcd')))).toBe('abcd');
  });

  it('keep replies that were asked for', () => {
    const reply = (id: string) => comment(id);
    const listed = {
      items: [comment('a', { replies: [comment('b')], replyCount: 3 })],
      next: null,
      count: 4,
    };
    const all = withReplies(listed, 'a', ['b', 'c', 'd'].map(reply));
    expect(ids({ items: all.items[0]!.replies })).toBe('bcd');
    const again = refreshed(all, {
      items: [comment('a', { replies: [comment('b', { likes: 1 })], replyCount: 3 })],
      nextCursor: null,
      count: 4,
    });
    expect(again.listed.items[0]?.replies.map(({ id, likes }) => `${id}${likes}`)).toEqual(['b1', 'c0', 'd0']);
  });

  it('take what the person writes at once: first, a reply last', () => {
    const listed = withOwn(listedOf(page('a')), comment('b'), null);
    const replied = withOwn(listed, comment('c'), 'a');
    expect([ids(replied), replied.count, replied.items[1]?.replyCount]).toEqual(['ba', 3, 1]);
    const changed = withChanged(replied, comment('c', { text: null, state: 'DELETED' }));
    expect(changed.items[1]?.replies).toMatchObject([{ id: 'c', state: 'DELETED' }]);
    expect(withChanged(replied, comment('a', { likes: 2 })).items[1]).toMatchObject({ likes: 2, replyCount: 1 });
  });
});
