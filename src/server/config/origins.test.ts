import { describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';
import { hostnameOf, isOurOrigin, originOfHost, publicHostnames } from './origins.ts';

const { origins } = readConfig({
  PUBLIC_ORIGIN: 'http://tikvo.localhost:3000',
  AUTH_ORIGIN: 'http://auth.tikvo.localhost:3000',
  FILES_ORIGIN: 'http://files.tikvo.localhost:3000',
});

describe('our origins', () => {
  it.each([
    ['tikvo.localhost:3000', 'http://tikvo.localhost:3000'],
    ['auth.tikvo.localhost:3000', 'http://auth.tikvo.localhost:3000'],
    ['auth.tikvo.localhost', 'http://tikvo.localhost:3000'],
    ['evil.example', 'http://tikvo.localhost:3000'],
    [undefined, 'http://tikvo.localhost:3000'],
  ])('of the host %s: %s', (host, origin) => {
    expect(originOfHost(host, origins)).toBe(origin);
  });

  it.each([
    [undefined, 'tikvo.localhost:3000', true],
    ['http://auth.tikvo.localhost:3000', 'tikvo.localhost:3000', true],
    ['http://127.0.0.1:3000', '127.0.0.1:3000', true],
    ['http://files.tikvo.localhost:3000', 'tikvo.localhost:3000', false],
    ['http://files.tikvo.localhost:3000', 'files.tikvo.localhost:3000', false],
    ['http://127.0.0.1:3000', 'tikvo.localhost:3000', false],
    ['null', 'tikvo.localhost:3000', false],
  ])('%s calling %s acts for people: %s', (origin, host, expected) => {
    expect(isOurOrigin({ ...(origin === undefined ? {} : { origin }), host }, origins)).toBe(expected);
  });
});

describe('public host names', () => {
  it('are those of the origins, without what is this machine', () => {
    const live = readConfig({ PUBLIC_ORIGIN: 'https://App.example.com:8443', AUTH_ORIGIN: 'https://auth.example.com' });
    expect([...publicHostnames(live.origins)]).toEqual(['app.example.com', 'auth.example.com']);
    expect([...publicHostnames(origins)]).toEqual([]);
    expect([...publicHostnames(readConfig({}).origins)]).toEqual([]);
  });

  it.each([
    ['app.example.com', 'app.example.com'],
    ['App.Example.COM.:443', 'app.example.com'],
    ['[::1]:3000', '[::1]'],
    [undefined, ''],
  ])('of the header %s: %s', (header, name) => {
    expect(hostnameOf(header)).toBe(name);
  });
});
