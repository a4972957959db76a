import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { repositoryRoot } from '#server/root.ts';
import { anchorOf, htmlOf } from './markdown.ts';

describe('a document as a page', () => {
  it('can be linked to by its headings, and scrolls by keyboard where it is wide', () => {
    expect(htmlOf('# A page\n\nOne\n\n## Part two')).toBe(
      '<h1 id="a-page">A page</h1>\n<p>One</p>\n<h2 id="part-two">Part two</h2>\n',
    );
    const table = htmlOf('| a | |\n| --- | --- |\n| 1 | **2** |');
    expect(table).toMatch(/^<div class="scroll" tabindex="0" role="region" aria-label="Table"><table>/);
    expect(table).toContain('<th scope="col">a</th>\n<th scope="col">&nbsp;</th>');
    expect(table).toContain('<td>1</td>\n<td><strong>2</strong></td>');
    expect(htmlOf('```ts\nif (a < b) {\n\n}\n```\nafter')).toBe(
      '<pre tabindex="0"><code>if (a &#60; b) {\n\n}</code></pre>\n<p>after</p>\n',
    );
  });

  it('escapes what could be markup, and follows only links within this site', () => {
    expect(htmlOf('<script>"x" & y</script>')).toBe('&#60;script&#62;&#34;x&#34; &#38; y&#60;/script&#62;');
    expect(htmlOf('a <b onclick=x>word</b>')).toBe('<p>a &#60;b onclick=x&#62;word&#60;/b&#62;</p>\n');
    expect(htmlOf('`<b>`')).toBe('<p><code>&lt;b&gt;</code></p>\n');
    expect(htmlOf('[here](/api/docs) [there](https://example.org) [near](//example.org) [bad](javascript:x)')).toBe(
      '<p><a href="/api/docs">here</a> there near bad</p>\n',
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
