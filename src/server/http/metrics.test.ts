import fastify from 'fastify';
import { Registry } from 'prom-client';
import { describe, expect, it } from 'vitest';
import { readConfig, type Environment } from '#server/config/config.ts';
import { mountMetrics, openMetricsPort } from './metrics.ts';

const TOKEN = 'a-token-of-the-scraper';
const registry = new Registry();

const PRODUCTION = {
  MODE: 'production',
  FEED: 'live',
  DATABASE_URL: 'postgresql://tikvo:uX83kd93jfOq@127.0.0.1:5432/tikvo',
  PUBLIC_ORIGIN: 'https://app.example.com',
  ADMIN_ORIGIN: 'https://admin.example.com',
  FILES_ORIGIN: 'https://files-example.net',
  VAULT_KEY: '6wH1i9G0oYl8oN3m0kRr2qf4vB7cZxT5sJ+uPdE1aKw=',
  SMTP_URL: 'smtp://tikvo:kd93jfOq@relay.internal:587',
  MAIL_FROM: 'Tikvo <post@example.com>',
};

interface Asked {
  readonly host: string;
  readonly from?: string;
  readonly token?: string;
}

/** Status of `/metrics` on the port of the product. */
async function ask(env: Environment, { host, from = '127.0.0.1', token }: Asked): Promise<number> {
  const app = fastify({ trustProxy: ['loopback'] });
  mountMetrics(app, { config: readConfig(env), registry });
  const headers = { host, ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) };
  return (await app.inject({ url: '/metrics', remoteAddress: from, headers })).statusCode;
}

describe('metrics on the port of the product', () => {
  it.each<[string, Environment, Asked, number]>([
    ['this machine in a sandbox', {}, { host: 'localhost:3000' }, 200],
    ['another machine in a sandbox', {}, { host: '10.0.0.5:3000', from: '10.0.0.9' }, 404],
    ['a proxy in front of a sandbox that names nobody', {}, { host: 'demo.example.com' }, 404],
    ['this machine in production, which may be a proxy that names nobody', PRODUCTION, { host: '127.0.0.1:3000' }, 404],
    ['a reader with the token', { ...PRODUCTION, METRICS_TOKEN: TOKEN }, { host: '10.0.0.5', token: TOKEN }, 200],
    ['a reader with another token', { ...PRODUCTION, METRICS_TOKEN: TOKEN }, { host: '10.0.0.5', token: 'x' }, 404],
    [
      'a proxy in front of a public sandbox, without their Host',
      { PUBLIC_ORIGIN: 'https://app.example.com' },
      { host: 'localhost:3000' },
      404,
    ],
    ['a sandbox with a token, without it', { METRICS_TOKEN: TOKEN }, { host: 'localhost:3000' }, 404],
    ['one with a port of its own', { METRICS_PORT: '9464' }, { host: 'localhost:3000' }, 404],
    ...['app.example.com', 'ADMIN.example.com', 'files-example.net:443', 'app.example.com.'].map(
      (host): [string, Environment, Asked, number] => [
        `${host}, even with the token`,
        { ...PRODUCTION, METRICS_TOKEN: TOKEN },
        { host, token: TOKEN },
        404,
      ],
    ),
  ])('%s: %#', async (...[, env, asked, status]) => {
    expect(await ask(env, asked)).toBe(status);
  });
});

describe('metrics on a port of their own', () => {
  it('are on this machine alone unless said, and nothing else is there', async () => {
    const config = readConfig({ ...PRODUCTION, METRICS_PORT: '0' });
    expect(config.metrics.host).toBe('127.0.0.1');
    const open = await openMetricsPort({ config, registry });
    const status = async (path: string) => (await fetch(`http://127.0.0.1:${open.port}${path}`)).status;
    expect([await status('/metrics'), await status('/readyz'), await status('/')]).toEqual([200, 404, 404]);
    open.close();
  });

  it('ask for the token where there is one', async () => {
    const config = readConfig({ ...PRODUCTION, METRICS_PORT: '0', METRICS_TOKEN: TOKEN });
    const open = await openMetricsPort({ config, registry });
    const status = async (headers: Record<string, string>) =>
      (await fetch(`http://127.0.0.1:${open.port}/metrics`, { headers })).status;
    expect(await status({})).toBe(401);
    expect(await status({ authorization: `Bearer ${TOKEN}` })).toBe(200);
    open.close();
  });
});
