// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from 'vitest';

beforeEach(() => {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('', { status: 404 })));
  document.body.innerHTML = `<div id="drop"><input id="file" type="file" multiple><label for="file">Choose</label><span id="chosen"></span>
    <textarea id="paste"></textarea><button id="check"></button><button id="example"></button><p id="missing"></p></div>
    <div id="results"></div><button id="save"></button><code id="root"></code>
    <script type="application/json" id="facts">{"texts":{},"root":"","example":{"id":"none","root":"","text":"{}"}}</script>`;
});

it('names the files that were chosen beside the button', async () => {
  await import('./page.ts');
  const input = document.querySelector<HTMLInputElement>('#file')!;
  const files = ['one.json', 'two.json'].map((name) => new File(['{}'], name));
  for (const file of files) Object.assign(file, { text: () => Promise.resolve('{}') });
  Object.defineProperty(input, 'files', { value: files });
  input.dispatchEvent(new Event('change'));
  expect(document.querySelector('#chosen')?.textContent).toBe('one.json, two.json');
  await vi.waitFor(() => expect(document.querySelectorAll('#results > *')).toHaveLength(2));
});
