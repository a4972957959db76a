import { expect, it } from 'vitest';
import { WatchList } from './watch-list.ts';

/** A list whose calls are answered when the test says so. */
async function pressed() {
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
  await list.read(async () => ['a']);
  return { list, sent, answers, failed, shown: () => [...(list.watched.get() ?? [])].toSorted() };
}

it('shows a star with the press, and as it was where the server does not take it', async () => {
  const { list, answers, failed, shown } = await pressed();
  const done = list.press('b', true);
  expect(shown()).toEqual(['a', 'b']);
  answers[0]!.refuse();
  await done;
  expect([shown(), failed.length]).toEqual([['a'], 1]);
});

it('sends what was pressed last, one call at a time', async () => {
  const { list, sent, answers, shown } = await pressed();
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
  const { list, answers, shown } = await pressed();
  const done = list.press('a', false);
  await list.read(async () => ['a', 'c']);
  expect(shown()).toEqual(['c']);
  answers[0]!.take();
  await done;
  expect(shown()).toEqual(['c']);
});

it('keeps a star whose press was taken before an older answer of the list came', async () => {
  const { list, answers, shown } = await pressed();
  let answer: (ids: readonly string[]) => void = () => undefined;
  const reading = list.read(() => new Promise((resolve) => (answer = resolve)));
  const done = list.press('b', true);
  answers[0]!.take();
  await done;
  answer(['a']);
  await reading;
  expect(shown()).toEqual(['a', 'b']);
  // As the server has it: a press that it then refuses leaves the star.
  const off = list.press('b', false);
  answers[1]!.refuse();
  await off;
  expect(shown()).toEqual(['a', 'b']);
});
