import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEgress, EgressRefused } from './egress.ts';
import { isPublicAddress } from './public-address.ts';

describe('addresses', () => {
  it.each([
    ['8.8.8.8', true],
    ['193.0.6.139', true],
    ['2001:67c:2e8:22::c100:68b', true],
    ['127.0.0.1', false],
    ['127.255.255.254', false],
    ['0.0.0.0', false],
    ['10.0.0.1', false],
    ['172.31.255.255', false],
    ['172.32.0.1', true],
    ['192.168.1.1', false],
    ['169.254.169.254', false],
    ['100.64.0.1', false],
    ['224.0.0.1', false],
    ['255.255.255.255', false],
    ['::', false],
    ['::1', false],
    ['::ffff:127.0.0.1', false],
    ['::ffff:7f00:1', false],
    ['::ffff:a9fe:a9fe', false],
    ['::127.0.0.1', false],
    ['64:ff9b::7f00:1', false],
    ['2002:7f00:1::', false],
    ['fd00::1', false],
    ['fe80::1', false],
    ['ff02::1', false],
    ['localhost', false],
    ['', false],
  ])('%s is public: %s', (address, expected) => {
    expect(isPublicAddress(address)).toBe(expected);
  });
});

describe('requests that leave (R-41)', () => {
  let server: Server;
  let port: number;
  let reached = 0;
  /** Addresses and names of the inside that were asked for and refused. */
  let refused = 0;
  beforeAll(async () => {
    server = createServer((request, response) => {
      reached += 1;
      if (request.url === '/away') response.writeHead(302, { location: 'http://169.254.169.254/' });
      if (request.url === '/large') {
        for (let no = 0; no < 40; no += 1) response.write(Buffer.alloc(65_536));
      }
      response.end(`${request.method} ${request.headers['content-type'] ?? ''}`);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    port = (server.address() as AddressInfo).port;
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  it.each([
    'http://example.com/',
    'https://127.0.0.1/',
    'https://127.1/',
    'https://2130706433/',
    'https://0x7f.0.0.1/',
    'https://0177.0.0.1/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:7f00:1]/',
    'https://[fe80::1]/',
    'https://169.254.169.254/latest/meta-data/',
    'https://10.0.0.1/',
    'https://0.0.0.0/',
    'https://user:secret@example.com/',
    'ftp://example.com/',
    'file:///etc/passwd',
    'gopher://127.0.0.1:6379/_INFO',
  ])('do not go to %s', async (url) => {
    await expect(createEgress({ trusted: [] }).fetch(url)).rejects.toBeInstanceOf(EgressRefused);
    refused += 1;
  });

  it('do not go to a name that leads inside', async () => {
    const before = reached;
    for (const address of ['127.0.0.1', '169.254.169.254', '::1', '10.0.0.7']) {
      const egress = createEgress({ trusted: [], resolve: async () => [{ address, family: 4 }] });
      await expect(egress.fetch(`https://inside.example:${port}/`)).rejects.toThrow('not a public address');
      refused += 1;
    }
    await expect(createEgress({ trusted: [] }).fetch(`https://localhost:${port}/`)).rejects.toThrow('not a public');
    expect(reached).toBe(before);
  });

  it('do not go to a name of which one address leads inside', async () => {
    const resolve = async () => [
      { address: '93.184.215.14', family: 4 },
      { address: '127.0.0.1', family: 4 },
    ];
    await expect(createEgress({ trusted: [], resolve }).fetch('https://half.example/')).rejects.toThrow('not a public');
  });

  it('ask for the name once, at the moment of connecting, so that it cannot change its mind', async () => {
    const before = reached;
    let asked = 0;
    const resolve = async () => {
      asked += 1;
      return [{ address: '127.0.0.1', family: 4 }];
    };
    await expect(createEgress({ trusted: [], resolve }).fetch(`https://rebind.example:${port}/`)).rejects.toThrow(
      'not a',
    );
    expect([asked, reached]).toEqual([1, before]);
    console.log(`R-41: ${refused + 1} addresses and names of the inside, ${reached} requests left`);
  });

  it('go where the settings of the operator lead, follow nothing and end', async () => {
    const egress = createEgress({ trusted: [`http://127.0.0.1:${port}/path`] });
    const answer = await egress.fetch(`http://127.0.0.1:${port}/`, {
      method: 'POST',
      body: new URLSearchParams({ a: 'b' }),
    });
    expect([answer.status, await answer.text()]).toEqual([200, 'POST application/x-www-form-urlencoded']);
    const away = await egress.fetch(`http://127.0.0.1:${port}/away`);
    expect([away.status, away.headers.get('location')]).toEqual([302, 'http://169.254.169.254/']);
    await expect(egress.fetch(`http://127.0.0.1:${port}/large`)).rejects.toThrow('more than 1 MB');
    await expect(egress.fetch(`http://127.0.0.1:${port + 1}/`)).rejects.toBeInstanceOf(EgressRefused);
  });
});
