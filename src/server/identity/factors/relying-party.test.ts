import { describe, expect, it } from 'vitest';
import { relyingPartyOf } from './relying-party.ts';

const party = ([main = '', auth = main, dashboard = main, events = main]: readonly string[]) =>
  relyingPartyOf({ brand: 'Tikvo', origins: { main, auth, dashboard, events, admin: main, files: main } });

describe('what passkeys belong to', () => {
  it.each([
    [['http://localhost:3000'], 'localhost'],
    [['https://tikvo.test', 'https://auth.tikvo.test'], 'tikvo.test'],
    [['https://www.tikvo.test', 'https://auth.tikvo.test', 'https://my.tikvo.test'], 'tikvo.test'],
    [
      [
        'http://tikvo.localhost:3000',
        'http://auth.tikvo.localhost:3000',
        'http://dashboard.tikvo.localhost:3000',
        'http://events.tikvo.localhost:3000',
      ],
      'tikvo.localhost',
    ],
    [['https://a.b.tikvo.test', 'https://b.tikvo.test'], 'b.tikvo.test'],
  ])('%j share %s', (origins, id) => {
    expect(party(origins).id).toBe(id);
  });

  it('names each origin once, and not that of files', () => {
    expect(party(['http://localhost:3000', 'http://auth.localhost:3000']).origins).toEqual([
      'http://localhost:3000',
      'http://auth.localhost:3000',
    ]);
  });
});
