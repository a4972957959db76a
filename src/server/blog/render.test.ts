import { describe, expect, it } from 'vitest';
import { renderPost, type RenderParts } from './render.ts';

const PICTURE = 'a'.repeat(32);
const PARTS: RenderParts = {
  language: 'de',
  pictures: [{ name: PICTURE, width: 800, height: 450 }],
  addressOf: (name) => `https://files.example/files/${name}`,
};

const htmlOf = (markdown: string) =>
  renderPost(markdown, PARTS)
    .blocks.map((block) =>
      block.kind === 'html' ? block.html : `[${block.kind === 'pair' ? block.pair : block.event}]`,
    )
    .join('\n');

/** Every tag with its attributes, as a browser would read them. */
const tagsOf = (html: string) => [...html.matchAll(/<([a-z][a-z0-9]*)((?:\s[^>]*)?)>/gi)];

describe('a post in Markdown', () => {
  it('has parts that can be linked to, lists, tables, quotes and links in the reader’s language', () => {
    const html = htmlOf(
      '# One\n\n## Two *parts*\n\n### Small\n\n- a\n- **b**\n\n> said\n\n[hours](/market-hours)\n\n|x|y|\n|-|-|\n|1|2|',
    );
    expect(html).toContain('<h2 id="part-1">One</h2>');
    expect(html).toContain('<h2 id="part-2">Two <em>parts</em></h2>');
    expect(html).toContain('<h3>Small</h3>');
    expect(html).toContain('<a href="/de/market-hours">hours</a>');
    expect(html).toContain('<th scope="col">x</th>');
    for (const tag of ['<ul>', '<strong>b</strong>', '<blockquote>']) expect(html).toContain(tag);
    expect(renderPost('## A & <b>\n\ntext', PARTS).headings).toEqual([{ id: 'part-1', text: 'A & <b>' }]);
  });

  it('shows the card of a pair where one stands alone, and the words where there is no such pair', () => {
    const { blocks } = renderPost('before\n\n{{pair BTC-USD}}\n\nafter {{pair BTC-USD}}\n\n{{pair NO-SUCH}}', PARTS);
    expect(blocks).toEqual([
      { kind: 'html', html: '<p>before</p>' },
      { kind: 'pair', pair: 'BTC-USD' },
      { kind: 'html', html: '<p>after {{pair BTC-USD}}</p>\n<p>{{pair NO-SUCH}}</p>' },
    ]);
  });

  it('shows the card of an event where one stands alone', () => {
    const { blocks } = renderPost('{{event cup-final}}\n\nafter {{event cup-final}}\n\n{{event Cup}}', PARTS);
    expect(blocks).toEqual([
      { kind: 'event', event: 'cup-final' },
      { kind: 'html', html: '<p>after {{event cup-final}}</p>\n<p>{{event Cup}}</p>' },
    ]);
    expect(renderPost(`{{event ${'a'.repeat(81)}}}`, PARTS).blocks[0]).toMatchObject({ kind: 'html' });
  });

  it('shows its own pictures with their size, and of others the words alone', () => {
    expect(htmlOf(`![A "seal"](picture:${PICTURE})`)).toContain(
      `<img src="https://files.example/files/${PICTURE}" alt="A &quot;seal&quot;" width="800" height="450" loading="lazy" decoding="async" />`,
    );
    expect(htmlOf(`![gone](picture:${'b'.repeat(32)})`)).toBe('<p>gone</p>');
    expect(htmlOf('![spy](https://evil.example/pixel.png)')).toBe('<p>spy</p>');
  });

  it.each([
    '<script>alert(1)</script>',
    'text <img src=x onerror=alert(1)> text',
    '<svg/onload=alert(1)>',
    '<iframe src="https://evil.example"></iframe>',
    '[click](javascript:alert(1))',
    '[click](JaVaScRiPt:alert(1))',
    '[click](java\nscript:alert(1))',
    '[click](data:text/html,<script>alert(1)</script>)',
    '[click](//evil.example)',
    '[click](/\\evil.example)',
    '[click](http://evil.example)',
    '<javascript:alert(1)>',
    '<https://evil.example/"onmouseover="alert(1)>',
    '[x](https://e.example/"onmouseover="alert(1))',
    '[x](https://e.example "a\\"onmouseover=\\"alert(1)")',
    '![x](javascript:alert(1))',
    `![" onerror="alert(1)](picture:${PICTURE})`,
    '![x](data:image/svg+xml;base64,PHN2Zz4=)',
    '```"><script>alert(1)</script>\n<script>alert(1)</script>\n```',
    '`<script>alert(1)</script>`',
    '## <img src=x onerror=alert(1)>',
    '|<script>alert(1)</script>|\n|-|\n|<b onclick=alert(1)>x</b>|',
    '[a]: javascript:alert(1)\n\n[a]',
    '<style>body{display:none}</style>',
    '<form action="https://evil.example"><input name="password"></form>',
    '- [x] <script>alert(1)</script>',
    '{{pair <script>alert(1)</script>}}',
    '<a href="javascript:alert(1)" id="part-1">x</a>',
    '&lt;script&gt;alert(1)&lt;/script&gt;',
  ])('makes nothing of %j that runs or leads astray', (markdown) => {
    const html = htmlOf(markdown);
    for (const [tag, name = '', attributes = ''] of tagsOf(html)) {
      expect(
        [
          'p',
          'a',
          'h2',
          'h3',
          'ul',
          'ol',
          'li',
          'em',
          'strong',
          'code',
          'pre',
          'table',
          'thead',
          'tbody',
          'tr',
          'th',
          'td',
          'img',
        ],
        tag,
      ).toContain(name.toLowerCase());
      const bare = attributes.replaceAll(/"[^"]*"/g, '""');
      expect(bare, tag).not.toMatch(/\bon\w+\s*=|style|srcdoc|formaction/i);
      for (const [, address = ''] of attributes.matchAll(/\b(?:href|src)="([^"]*)"/g))
        expect(address, tag).toMatch(/^(?:https:\/\/(?:e|evil|files)\.example\/|\/de\/)/);
    }
  });
});
