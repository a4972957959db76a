// @vitest-environment jsdom
import { act, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { keepTranslated } from './translated-texts.ts';

/** How a translator may go about it. */
const WAYS = {
  'at once': (text: Text, copy: Element) => text.replaceWith(copy),
  'copy first': (text: Text, copy: Element) => {
    text.before(copy);
    text.remove();
  },
} as const;

const textsOf = (place: Node): Text[] =>
  place instanceof Text ? (place.data.trim() === '' ? [] : [place]) : [...place.childNodes].flatMap(textsOf);

/** Every text of a place is taken out for a copy in capitals. */
function translate(place: Element, way: keyof typeof WAYS) {
  for (const text of textsOf(place)) {
    const copy = document.createElement('font');
    copy.append(Object.assign(document.createElement('font'), { textContent: text.data.toLocaleUpperCase('en') }));
    WAYS[way](text, copy);
  }
}

async function drawn(first: ReactNode) {
  const place = document.createElement('p');
  document.body.append(place);
  const root = createRoot(place);
  const draw = (children: ReactNode) => act(async () => root.render(children));
  await draw(first);
  return { place, draw };
}

const Bare = ({ word }: { readonly word: string }) => word;

/** What a page draws, what it draws next, and what is to be read then where all was translated in between. */
const CASES: Readonly<Record<string, { readonly first: ReactNode; readonly next: ReactNode; readonly read: string }>> =
  {
    'a text alone that changes': { first: <b>one</b>, next: <b>two</b>, read: 'two' },
    'a text that changes beside another': {
      first: <>Sell for {'5'} now</>,
      next: <>Sell for {'6'} now</>,
      read: 'SELL FOR 6 NOW',
    },
    'a component that is a bare text': {
      first: [<Bare key="1" word="one " />, <i key="2">still</i>],
      next: [<Bare key="1" word="two " />, <i key="2">still</i>],
      read: 'two STILL',
    },
    'an element that comes before a text': { first: <>{null}down</>, next: <>{<i>new </i>}down</>, read: 'new DOWN' },
    'an element that goes before a text': { first: <>{<i>new </i>}down</>, next: <>{null}down</>, read: 'DOWN' },
    'an element before a text that becomes another': {
      first: <>{<i>up</i>}down</>,
      next: <>{<b>flat </b>}down</>,
      read: 'flat DOWN',
    },
    'a text that goes': { first: <>{'gone '}stays</>, next: <>{null}stays</>, read: 'STAYS' },
    'a text that becomes an element': {
      first: <>{'text '}stays</>,
      next: <>{<i>element </i>}stays</>,
      read: 'element STAYS',
    },
    'texts that change places': {
      first: [<Bare key="1" word="one " />, <Bare key="2" word="two " />],
      next: [<Bare key="2" word="two " />, <Bare key="1" word="one " />],
      read: 'TWO one',
    },
    'a text that becomes empty': { first: <>{'gone '}stays</>, next: <>{''}stays</>, read: 'STAYS' },
  };

beforeAll(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  keepTranslated(document);
  return () => vi.unstubAllGlobals();
});

describe.each(Object.keys(WAYS) as (keyof typeof WAYS)[])('a page whose texts a translator takes out, %s', (way) => {
  it.each(Object.entries(CASES))('goes on with %s', async (_what, { first, next, read }) => {
    const { place, draw } = await drawn(first);
    const before = place.textContent;
    await act(async () => translate(place, way));
    expect(place.textContent).toBe(before.toLocaleUpperCase('en'));
    await draw(next);
    expect(place.textContent.trim()).toBe(read);
    // And on, translated once more.
    await act(async () => translate(place, way));
    await draw(first);
    await draw(next);
    expect(place.textContent.toLowerCase()).toBe((await drawn(next)).place.textContent.toLowerCase());
  });
});

describe('a translator', () => {
  it('that takes its copies back leaves what the page says', async () => {
    const { place, draw } = await drawn(<>Sell for {'5'} now</>);
    await act(async () => translate(place, 'at once'));
    for (const copy of place.querySelectorAll(':scope > font')) copy.remove();
    await act(async () => undefined);
    expect(place.textContent).toBe('Sell for 5 now');
    await draw(<>Sell for {'6'} now</>);
    expect(place.textContent).toBe('Sell for 6 now');
  });

  it('that puts our text back itself finds it as it was', async () => {
    const { place } = await drawn(<>Sell for {'5'} now</>);
    const [text] = textsOf(place);
    await act(async () => translate(place, 'at once'));
    await act(async () => place.querySelector('font')?.replaceWith(text!));
    expect(place.textContent).toBe('Sell for 5 NOW');
  });

  it('that goes on to another language leaves one text', async () => {
    const { place, draw } = await drawn(<>Sell for {'5'} now</>);
    await act(async () => translate(place, 'at once'));
    await act(async () => {
      for (const copy of place.querySelectorAll(':scope > font')) {
        copy.replaceWith(Object.assign(document.createElement('font'), { textContent: `(${copy.textContent})` }));
      }
    });
    expect(place.textContent).toBe('(SELL FOR )(5)( NOW)');
    await draw(<>Sell for {'6'} now</>);
    expect(place.textContent).toBe('(SELL FOR )6( NOW)');
  });

  it('that makes one copy of several texts loses none of them', async () => {
    const { place, draw } = await drawn(<>Sell for {'5'} now</>);
    await act(async () => {
      const [first, ...others] = textsOf(place);
      const copy = Object.assign(document.createElement('font'), { textContent: 'Verkaufe jetzt um 5' });
      first!.before(copy);
      for (const text of [first!, ...others]) text.remove();
    });
    expect(place.textContent).toBe('Verkaufe jetzt um 5');
    await draw(<>Sell for {'6'} now</>);
    expect(place.textContent).toBe('Sell for 6 now');
  });
});
