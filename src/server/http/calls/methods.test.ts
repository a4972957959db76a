import { describe, expect, it } from 'vitest';
import { methodsOf } from './methods.ts';

describe('methods of an address', () => {
  it.each([
    ['/api/v2/trade/predictions', ['GET', 'HEAD', 'POST']],
    ['/api/v2/trade/predictions?limit=1', ['GET', 'HEAD', 'POST']],
    ['/api/v2/trade/predictions/some-id', ['GET', 'HEAD']],
    ['/api/v2/user/refresh-demo-balance', ['PUT']],
    ['/api/v2/trade/predictions/some-id/more', []],
    ['/api/v2/tradeXpredictions', []],
    ['/en/trading', []],
  ])('%s are %j', (url, methods) => {
    expect(methodsOf(url, { withOffice: true })).toEqual(methods);
  });

  it('tells nothing of the back office where it is not', () => {
    expect(methodsOf('/api/v2/office/frame', { withOffice: true })).toEqual(['GET', 'HEAD']);
    expect(methodsOf('/api/v2/office/frame', { withOffice: false })).toEqual([]);
  });
});
