import { describe, expect, it } from 'vitest';
import { readArchiveWords } from './archive-words.ts';
import { WrongWords } from '#server/command.ts';
import { DAY_MS } from '#domain/time.ts';

const ID = '0199aaaa-bbbb-7ccc-8ddd-eeeeffff0000';

describe('words of the archive', () => {
  it.each([
    [[]],
    [['--older', '6d']],
    [['--older', '28']],
    [['--older', '0m']],
    [['all']],
    [['find', 'x']],
    [['find']],
    [['check', 'x']],
  ])('that make no sense are refused: %j', (words) => expect(() => readArchiveWords(words)).toThrow(WrongWords));

  it('are read; a month is the longest one', () => {
    expect(readArchiveWords(['--older', '28d'])).toEqual({ command: 'archive', olderMs: 28 * DAY_MS, to: null });
    expect(readArchiveWords(['--older', '12m', '--to', 'a'])).toEqual({
      command: 'archive',
      olderMs: 372 * DAY_MS,
      to: 'a',
    });
    expect(readArchiveWords(['find', ID])).toEqual({ command: 'find', id: ID, to: null });
    expect(readArchiveWords(['check', '--to', 'a'])).toEqual({ command: 'check', to: 'a' });
  });
});
