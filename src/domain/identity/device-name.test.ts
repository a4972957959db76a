import { describe, expect, it } from 'vitest';
import { deviceOf } from './device-name.ts';

const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)';

describe('the name of a device', () => {
  it.each([
    [
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/130.0.0.0 Safari/537.36`,
      'Chrome',
      'Windows',
      'computer',
    ],
    [`Mozilla/5.0 (Windows NT 10.0) ${WEBKIT} Chrome/130.0 Safari/537.36 Edg/130.0`, 'Edge', 'Windows', 'computer'],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 14_1) AppleWebKit/605.1.15 Version/17.1 Safari/605.1.15',
      'Safari',
      'macOS',
      'computer',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_1 like Mac OS X) AppleWebKit/605.1.15 Version/17.1 Mobile/15E148 Safari/604.1',
      'Safari',
      'iPhone',
      'phone',
    ],
    [
      'Mozilla/5.0 (iPad; CPU OS 16_0 like Mac OS X) AppleWebKit/605.1.15 CriOS/130.0 Mobile/15E148 Safari/604.1',
      'Chrome',
      'iPad',
      'tablet',
    ],
    [
      `Mozilla/5.0 (Linux; Android 14; Pixel 8) ${WEBKIT} Chrome/130.0 Mobile Safari/537.36`,
      'Chrome',
      'Android',
      'phone',
    ],
    [
      `Mozilla/5.0 (Linux; Android 13; SM-X700) ${WEBKIT} SamsungBrowser/23.0 Chrome/115.0 Safari/537.36`,
      'Samsung Internet',
      'Android',
      'tablet',
    ],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0', 'Firefox', 'Linux', 'computer'],
    ['curl/8.5.0', null, null, 'unknown'],
  ])('of %s', (...[text, browser, system, kind]) => {
    expect(deviceOf(text)).toEqual({ browser, system, kind });
  });

  it('knows nothing of a browser that says nothing', () => {
    expect(deviceOf(null)).toEqual({ browser: null, system: null, kind: 'unknown' });
  });
});
