import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { repositoryRoot } from '#server/root.ts';
import { anchorOf, htmlOf } from './markdown.ts';

describe('a document as a page', () => {
  it('has headings, paragraphs, lists, tables and code', () => {
    expect(htmlOf('# A page\n\nOne line\nand another.\n\n## Part two')).toBe(
      '<h1 id="a-page">A page</h1>\n<p>One line\nand another.</p>\n<h2 id="part-two">Part two</h2>',
    );
    expect(htmlOf('Said:\n- **one**: `a|b`\n  goes on\n- two')).toBe(
      '<p>Said:</p>\n<ul><li><b>one</b>: <code>a|b</code>\n  goes on</li><li>two</li></ul>',
    );
    const table = htmlOf('| a | |\n| --- | --- |\n| 1 | **2** |');
    expect(table).toContain('<th scope="col">a</th><th scope="col">&nbsp;</th>');
    expect(table).toContain('<tr><td>1</td><td><b>2</b></td></tr>');
    expect(htmlOf('```ts\nif (a < b) {\n\n}\n```\nafter')).toBe(
      '<pre tabindex="0"><code>if (a &#60; b) {\n\n}</code></pre>\n<p>after</p>',
    );
  });

  it('escapes what could be markup, and follows only links within this site', () => {
    expect(htmlOf('<script>"x" & y</script>')).toBe('<p>&#60;script&#62;&#34;x&#34; &#38; y&#60;/script&#62;</p>');
    expect(htmlOf('`<b>`')).toBe('<p><code>&#60;b&#62;</code></p>');
    expect(htmlOf('[here](/api/docs) [there](https://example.org) [bad](javascript:x)')).toBe(
      '<p><a href="/api/docs">here</a> [there](https://example.org) [bad](javascript:x)</p>',
    );
  });

  it('leaves nothing of Markdown in the page for programs', () => {
    const text = readFileSync(join(repositoryRoot(), 'docs/bots.md'), 'utf8');
    const html = htmlOf(text).replace(/<(pre|code)[^>]*>[\s\S]*?<\/\1>/g, '');
    expect(html).not.toMatch(/\*\*|```|^#|^\||`/m);
    expect(html.match(/<h2 /g)?.length).toBe(text.match(/^## /gm)?.length);
    expect(anchorOf('The client, and a market maker in demo')).toBe('the-client-and-a-market-maker-in-demo');
  });
});
