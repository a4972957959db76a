import { describe, expect, it } from 'vitest';
import { cookieChoice, trackingHeaders } from './tracking.ts';

describe('the choice of cookies', () => {
  it.each([
    ['tikvo.consent=all', 'accepted'],
    ['a=b; tikvo.consent=needed', 'needed_only'],
    ['x.tikvo.consent=all', null],
    ['', null],
  ])('of %j is %j', (cookies, choice) => {
    expect(cookieChoice(cookies)).toBe(choice);
  });
});

describe('headers of measuring', () => {
  it('go out with consent, where the browser has them', () => {
    expect(trackingHeaders('tikvo.consent=all; _fbp=fb.1.2.3; _fbc=fb.1.4.x-y')).toEqual({
      'x-fbp': 'fb.1.2.3',
      'x-fbc': 'fb.1.4.x-y',
    });
    expect(trackingHeaders('_fbc=fb.1.4.x; tikvo.consent=all')).toEqual({ 'x-fbc': 'fb.1.4.x' });
  });

  it.each(['_fbp=fb.1.2.3', 'tikvo.consent=needed; _fbp=fb.1.2.3', 'x.tikvo.consent=all; _fbp=fb.1', ''])(
    'stay at home with %j',
    (cookies) => {
      expect(trackingHeaders(cookies)).toEqual({});
    },
  );

  it('carry nothing but such a value', () => {
    expect(trackingHeaders('tikvo.consent=all; _fbp=a b; _fbc=%0d%0a')).toEqual({});
  });
});
