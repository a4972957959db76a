import { expect, it } from 'vitest';
import { WatchList } from './watch-list.ts';

/** A list whose calls are answered when the test says so. */
function pressed() {
  const sent: [string, boolean][] = [];
  const answers: { readonly take: () => void; readonly refuse: () => void }[] = [];
  const failed: unknown[] = [];
  const list = new WatchList();
  list.use({
    send: (id, on) => {
      sent.push([id, on]);
      return new Promise((take, refuse) => {
        answers.push({ take: () => take(null), refuse: () => refuse(new Error('away')) });
      });
    },
    onFailed: (error) => failed.push(error),
  });
  list.hear(['a']);
  return { list, sent, answers, failed, shown: () => [...(list.watched.get() ?? [])].toSorted() };
}

it('shows a star with the press, and as it was where the server does not take it', async () => {
  const { list, answers, failed, shown } = pressed();
  const done = list.press('b', true);
  expect(shown()).toEqual(['a', 'b']);
  answers[0]!.refuse();
  await done;
  expect([shown(), failed.length]).toEqual([['a'], 1]);
});

it('sends what was pressed last, one call at a time', async () => {
  const { list, sent, answers, shown } = pressed();
  const done = list.press('b', true);
  void list.press('b', false);
  void list.press('b', true);
  void list.press('b', false);
  expect(sent).toEqual([['b', true]]);
  answers[0]!.take();
  await new Promise((resolve) => setTimeout(resolve));
  expect(sent.slice(1)).toEqual([['b', false]]);
  // The second call is refused: the first was taken.
  answers[1]!.refuse();
  await done;
  expect(shown()).toEqual(['a', 'b']);
});

it('keeps a star that is on its way while the list is read anew', async () => {
  const { list, answers, shown } = pressed();
  const done = list.press('a', false);
  list.hear(['a', 'c']);
  expect(shown()).toEqual(['c']);
  answers[0]!.take();
  await done;
  expect(shown()).toEqual(['c']);
});
