import { describe, expect, it } from 'vitest';
import { readItems } from './read-items.ts';

const NOW = Date.parse('2026-11-27T12:00:00Z');
const rss = (items: string, head = '') =>
  `<?xml version="1.0"?><rss version="2.0"><channel><title>T</title>${head}${items}</channel></rss>`;
const item = (title: string, more = '') => `<item><guid>1</guid><title>${title}</title>${more}</item>`;
const first = (text: string) => readItems(text, NOW)?.items[0];

describe('an item of a feed', () => {
  it('is read from RSS, with a time that is not to come', () => {
    const date = (at: string) => `<pubDate>${at}</pubDate>`;
    const text = rss(item('Bitcoin &amp; Ether', date('Fri, 27 Nov 2026 10:00:00 GMT')), '<language>de-DE</language>');
    expect(readItems(text, NOW)).toMatchObject({
      language: 'de-DE',
      items: [
        { title: 'Bitcoin & Ether', summary: '', link: null, pairs: ['BTC-USD', 'ETH-USD'], at: NOW - 7_200_000 },
      ],
    });
    expect(first(rss(item('A', date('Fri, 27 Nov 2027 10:00:00 GMT'))))?.at).toBe(NOW);
    expect(first(rss(item('A', date('yesterday'))))?.at).toBe(NOW);
  });

  it('is read from Atom, RDF and JSON', () => {
    const link = 'https://a.example/1';
    expect(
      first(
        `<feed xmlns="http://www.w3.org/2005/Atom"><title>T</title><entry><id>1</id><title type="html">A &lt;i&gt;b&lt;/i&gt;</title><link rel="self" href="https://a.example/self"/><link href="${link}"/><updated>2026-11-27T11:00:00Z</updated><content type="html">&lt;p&gt;C&lt;/p&gt;</content></entry></feed>`,
      ),
    ).toMatchObject({ title: 'A b', summary: 'C', link, at: NOW - 3_600_000 });
    expect(
      first(
        `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel><title>T</title></channel><item rdf:about="${link}"><title>R</title><link>${link}</link><dc:date>2026-11-27T11:00:00Z</dc:date></item></rdf:RDF>`,
      ),
    ).toMatchObject({ title: 'R', link, at: NOW - 3_600_000 });
    const json = {
      version: 'https://jsonfeed.org/version/1.1',
      title: 'T',
      items: [{ id: '1', title: 'J', url: link }],
    };
    expect(first(JSON.stringify(json))).toMatchObject({ title: 'J', link });
  });

  it.each([
    ['<![CDATA[<b>Up</b> <script>alert(1)</script><img src=x onerror=alert(1)>now]]>', 'Up now'],
    ['Up &amp;lt;b&amp;gt; now', 'Up <b> now'],
    ['Up\u202E now\u0007\n again', 'Up now again'],
    [`${'long '.repeat(100)}`, /^(?:long )+long…$/],
  ])('is plain text of one line: %j', (title, words) => {
    const read = first(rss(item(title)))?.title ?? '';
    expect(read).toMatch(typeof words === 'string' ? new RegExp(`^${words}$`) : words);
    expect(read.length).toBeLessThanOrEqual(180);
  });

  it.each([
    'javascript:alert(1)',
    'http://a.example/',
    'https://user:pw@a.example/',
    '/relative',
    `https://a.example/${'x'.repeat(2_000)}`,
  ])('has no link where that is %.40s', (link) => {
    expect(first(rss(item('A', `<link>${link}</link>`)))).toMatchObject({ title: 'A', link: null });
  });
});

it('reads no entities, no page, and not what has no end', () => {
  const letters = 'abcdefgh'.split('');
  const bomb = `<!DOCTYPE x [<!ENTITY a "${'x'.repeat(1_000)}">${letters
    .slice(1)
    .map((letter, at) => `<!ENTITY ${letter} "${`&${letters[at] ?? ''};`.repeat(10)}">`)
    .join('')}]>`;
  expect(
    readItems(`<?xml version="1.0"?>${bomb}${rss(item('&h;')).slice(21)}`, NOW)?.items[0]?.title.length,
  ).toBeLessThan(10);
  for (const text of ['', 'no feed', '<html><body>A page</body></html>', '{"a":1}', '<rss>'.repeat(1_000)])
    expect(readItems(text, NOW)?.items ?? [], text.slice(0, 20)).toEqual([]);
  expect(readItems(rss(item('').repeat(3)), NOW)?.items).toEqual([]);
  expect(readItems(rss(item('A').repeat(500)), NOW)?.items.length).toBe(60);
});
