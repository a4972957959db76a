import { expect, it } from 'vitest';
import { pushState, type BrowserFacts } from './push-state.ts';

const FACTS: BrowserFacts = {
  knowsPush: true,
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140',
  touchPoints: 0,
  isInstalled: false,
  permission: 'granted',
  isSubscribed: true,
};
const IPHONE = { knowsPush: false, userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0)' };
const IPAD = { knowsPush: false, userAgent: 'Mozilla/5.0 (Macintosh; Intel Mac OS X)', touchPoints: 5 };

it.each([
  ['on', {}, true],
  ['off', {}, false],
  ['off', { isSubscribed: false }, true],
  ['off', { permission: 'default' }, true],
  ['denied', { permission: 'denied' }, true],
  ['none', { knowsPush: false }, false],
  ['install', IPHONE, false],
  ['install', IPAD, false],
  ['none', { ...IPAD, touchPoints: 0 }, false],
  // An installed app that knows no push is too old for it.
  ['none', { ...IPHONE, isInstalled: true }, false],
] as const)('is %s for %j, known: %s', (state, over, isKnown) => {
  expect(pushState({ ...FACTS, ...over }, isKnown)).toBe(state);
});
