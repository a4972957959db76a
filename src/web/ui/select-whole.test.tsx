// @vitest-environment jsdom
import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, it, vi } from 'vitest';
import { selectWhole } from './select-whole.ts';

/** As the amount of a ticket: money while it is only shown, the bare number while it is typed. */
function Amount() {
  const [text, setText] = useState('25');
  const [typing, setTyping] = useState(false);
  return (
    <input
      value={typing ? text : `$${text}.00`}
      onChange={(event) => setText(event.currentTarget.value)}
      onFocus={(event) => {
        setTyping(true);
        selectWhole(event.currentTarget);
      }}
    />
  );
}

const task = () => new Promise((done) => setTimeout(done));
const selected = ({ value, selectionStart, selectionEnd }: HTMLInputElement) =>
  value.slice(selectionStart ?? 0, selectionEnd ?? 0);

afterEach(() => vi.unstubAllGlobals());

it('selects what is there before a key can come, and not what was typed meanwhile', async () => {
  const frames: (() => void)[] = [];
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) => frames.push(draw));
  document.body.innerHTML = '<div></div>';
  const root = createRoot(document.body.firstElementChild!);
  root.render(<Amount />);
  await task();
  const input = document.querySelector('input')!;
  input.focus();
  await task();
  expect(selected(input)).toBe('25');
  // A press puts the caret behind the focus; the next frame selects again.
  input.setSelectionRange(1, 1);
  frames.splice(0).forEach((draw) => draw());
  expect(selected(input)).toBe('25');
  input.blur();
  input.focus();
  await task();
  input.setRangeText('5', 0, 2, 'end');
  frames.splice(0).forEach((draw) => draw());
  expect(input.value).toBe('5');
  expect(selected(input)).toBe('');
  root.unmount();
});
