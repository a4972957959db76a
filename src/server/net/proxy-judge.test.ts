import { expect, it } from 'vitest';
import { readConfig } from '../config/config.ts';
import { proxyJudge } from './proxy-judge.ts';

const live = readConfig({
  PUBLIC_ORIGIN: 'https://app.example.com',
  ADMIN_ORIGIN: 'https://admin.example.com',
  TRUSTED_PROXIES: '10.1.0.0/16',
});

it.each([
  ['127.0.0.1', 'app.example.com', '198.51.100.7', null],
  ['127.0.0.1', 'app.example.com', undefined, 'no-forwarded-for'],
  ['::ffff:127.0.0.1', 'App.Example.com.:443', undefined, 'no-forwarded-for'],
  ['127.0.0.1', 'admin.example.com', undefined, 'no-forwarded-for'],
  ['10.1.2.3', 'app.example.com', undefined, 'no-forwarded-for'],
  ['10.1.2.3', 'app.example.com', '198.51.100.7', null],
  ['10.9.2.3', 'app.example.com', '198.51.100.7', 'not-trusted'],
  // Straight to the port: nobody stands in between.
  ['198.51.100.7', 'app.example.com', undefined, null],
  ['127.0.0.1', '127.0.0.1:3000', '198.51.100.7', 'no-host'],
  // The operator's own look.
  ['127.0.0.1', '127.0.0.1:3000', undefined, null],
  ['127.0.0.1', 'other.example', '198.51.100.7', null],
] as const)('a request of %s for %s with X-Forwarded-For %s: %s', (...[peer, host, forwarded, fault]) => {
  const headers = { host, ...(forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }) };
  expect(proxyJudge(live)(peer, headers)).toBe(fault);
});

it('finds nothing where every origin is this machine', () => {
  const own = readConfig({ PUBLIC_ORIGIN: 'http://tikvo.localhost:3000' });
  expect(proxyJudge(own)('127.0.0.1', { host: 'tikvo.localhost:3000' })).toBeNull();
  expect(proxyJudge(own)('127.0.0.1', { host: 'localhost:3000', 'x-forwarded-for': '198.51.100.7' })).toBeNull();
});
