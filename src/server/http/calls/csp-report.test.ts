import fastify from 'fastify';
import { Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { mountCspReports } from './csp-report.ts';

function reporter() {
  const lines: string[] = [];
  const registry = new Registry();
  const app = fastify({ logger: { level: 'warn', stream: { write: (line: string) => void lines.push(line) } } });
  mountCspReports(app, { clock: { now: () => 0, monotonic: () => 0 }, registry });
  const send = (payload: string) =>
    app.inject({ method: 'POST', url: '/csp-report', headers: { 'content-type': 'application/csp-report' }, payload });
  return { lines, registry, send };
}

const REPORT = JSON.stringify({
  'csp-report': {
    'effective-directive': 'script-src-elem',
    'document-uri': 'https://tikvo.example/en/auth/reset?token=s3cret',
    'blocked-uri': 'https://evil.example/x.js?stolen=1',
  },
});

it('keeps of a report the directive, the path and the origin, and nothing that may be secret', async () => {
  const { lines, registry, send } = reporter();
  expect((await send(REPORT)).statusCode).toBe(204);
  expect(JSON.parse(lines[0] ?? '{}')).toMatchObject({
    directive: 'script-src-elem',
    page: '/en/auth/reset',
    blocked: 'https://evil.example',
  });
  expect(lines.join('')).not.toMatch(/s3cret|stolen/);
  expect(await registry.metrics()).toContain('tikvo_csp_reports_total{directive="script-src-elem"} 1');
});

it('takes what is no report without a word, and no more than it can bear', async () => {
  const { lines, send } = reporter();
  for (const payload of ['', '{', '[]', '{"csp-report":1}']) expect((await send(payload)).statusCode).toBe(204);
  expect((await send('x'.repeat(9_000))).statusCode).toBe(413);
  expect(lines.filter((line) => line.includes('directive'))).toEqual([]);
  for (let no = 0; no < 100; no += 1) await send(REPORT);
  expect(lines.filter((line) => line.includes('directive')).length).toBeLessThanOrEqual(60);
});
