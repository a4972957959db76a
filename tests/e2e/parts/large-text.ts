import type { Page } from 'playwright-core';

/** Pixels that two lines may touch: boxes of letters are higher than their letters. */
const TOUCH = 6;

/** The next pages are read in letters of `times` the usual size, as the browser's own settings give them. */
export async function setTextSize(page: Page, times: number): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Page.setFontSizes', { fontSizes: { standard: 16 * times, fixed: 13 * times } });
}

/** Texts of the page that lie over each other, or run out of the window where nothing scrolls to them. */
export function spoiltTexts(page: Page): Promise<string[]> {
  return page.evaluate((touch) => {
    // What is drawn only when it is scrolled to has no true place before.
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('* { content-visibility: visible !important }');
    document.adoptedStyleSheets = [sheet];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts: { readonly text: string; readonly element: Element; readonly box: DOMRect }[] = [];
    const stays = (element: Element) => /sticky|fixed/.test(getComputedStyle(element).position);
    /** Scrolled out of a part of the page that scrolls by itself. */
    const isAway = (element: Element, { x, y, width, height }: DOMRect) => {
      const { overflowX, overflowY } = getComputedStyle(element);
      if (![overflowX, overflowY].some((how) => how === 'auto' || how === 'scroll')) return false;
      const part = element.getBoundingClientRect();
      return x < part.left - 1 || x + width > part.right + 1 || y < part.top - 1 || y + height > part.bottom + 1;
    };
    const parents = (element: Element): Element[] =>
      element.parentElement === null || element.parentElement === document.body
        ? []
        : [element.parentElement, ...parents(element.parentElement)];
    while (walker.nextNode()) {
      const element = walker.currentNode.parentElement!;
      const text = walker.currentNode.textContent?.trim() ?? '';
      if (text === '' || !element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      const around = [element, ...parents(element)];
      if (around.some((one) => getComputedStyle(one).clipPath !== 'none' || one.matches('figure, [popover]'))) continue;
      // What stays is over the rest, and is meant to be.
      if (around.some(stays)) continue;
      const range = document.createRange();
      range.selectNodeContents(walker.currentNode);
      const box = range.getBoundingClientRect();
      if (around.some((one) => isAway(one, box))) continue;
      if (box.width > 1 && box.height > 1) texts.push({ text, element, box });
    }
    if (texts.length < 5) throw new Error('almost no text was looked at');
    const outside = texts.filter(({ box, element }) => {
      const whole = getComputedStyle(element).textOverflow !== 'ellipsis';
      return whole && (box.right > innerWidth + 1 || box.left < -1);
    });
    const over = texts.flatMap(({ text, box, element }, at) =>
      texts
        .slice(at + 1)
        .filter(({ element: other }) => !element.contains(other) && !other.contains(element))
        .filter(
          ({ box: other }) =>
            Math.min(box.right, other.right) - Math.max(box.left, other.left) > touch &&
            Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top) > touch,
        )
        .map((other) => `"${text}" over "${other.text}"`),
    );
    return [...outside.map(({ text }) => `"${text}" outside`), ...over];
  }, TOUCH);
}
