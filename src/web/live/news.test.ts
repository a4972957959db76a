import { afterEach, describe, expect, it } from 'vitest';
import { forgetNews, readNews, tellNews } from './news.ts';

afterEach(forgetNews);

describe('news of notifications', () => {
  it('begin with nothing known, and count what comes while the page is open', () => {
    expect(readNews()).toEqual({ unread: null, arrivals: 0 });
    tellNews({ unread: 2, isNew: false });
    tellNews({ unread: 3, isNew: true });
    expect(readNews()).toEqual({ unread: 3, arrivals: 1 });
  });

  it('stay the same object while nothing changes, so that nothing is drawn anew', () => {
    tellNews({ unread: 2, isNew: false });
    const before = readNews();
    tellNews({ unread: 2, isNew: false });
    expect(readNews()).toBe(before);
  });

  it('are gone with the person', () => {
    tellNews({ unread: 2, isNew: true });
    forgetNews();
    expect(readNews()).toEqual({ unread: null, arrivals: 0 });
  });
});
