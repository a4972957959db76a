import type { FastifyInstance } from 'fastify';
import { Counter, type Registry } from 'prom-client';
import { z } from 'zod';
import type { Clock } from '#server/clock.ts';
import { countRequest } from './admit.ts';
import { REPORT_PATH } from '../answers/headers.ts';
import { createRateLimiter } from './rate-limit.ts';

const RATE = 60;
const MOST_BYTES = 8_192;

const report = z.object({
  'csp-report': z.object({
    'effective-directive': z
      .string()
      .regex(/^[a-z-]{1,40}$/)
      .catch('unknown'),
    'blocked-uri': z.string().max(2_000).catch(''),
    'document-uri': z.string().max(2_000).catch(''),
  }),
});

export interface ReportParts {
  readonly clock: Clock;
  readonly registry: Registry;
}

/**
 * Takes what browsers report of scripts and connections that the policy stopped: counted by directive, and a line in the
 * log with the path of the page and the origin of what was stopped. Queries and fragments, which may hold secrets, are not kept.
 */
export function mountCspReports(app: FastifyInstance, { clock, registry }: ReportParts): void {
  const limiter = createRateLimiter(clock);
  const stopped = new Counter({
    name: 'tikvo_csp_reports_total',
    help: 'Reports of browsers that the content security policy stopped something.',
    labelNames: ['directive'] as const,
    registers: [registry],
  });
  app.register(async (reports) => {
    reports.removeAllContentTypeParsers();
    reports.addContentTypeParser(
      'application/csp-report',
      { parseAs: 'string', bodyLimit: MOST_BYTES },
      (_request, body, done) => done(null, body),
    );
    reports.post(REPORT_PATH, async (request, reply) => {
      const route = { name: REPORT_PATH, endpoint: { rate: RATE } };
      const asking = { userId: null, address: request.ip, isTrusted: false };
      if (countRequest(limiter, route, asking).retryAfterMs > 0) return reply.code(204).send();
      const read = report.safeParse(jsonOrNull(request.body));
      if (read.success) {
        const found = read.data['csp-report'];
        stopped.inc({ directive: found['effective-directive'] });
        request.log.warn(
          {
            directive: found['effective-directive'],
            page: pathOf(found['document-uri']),
            blocked: originOf(found['blocked-uri']),
          },
          'the content security policy stopped something',
        );
      }
      return reply.code(204).send();
    });
  });
}

function jsonOrNull(body: unknown): unknown {
  try {
    return JSON.parse(String(body));
  } catch {
    return null;
  }
}

function pathOf(address: string): string {
  return URL.canParse(address) ? new URL(address).pathname.slice(0, 200) : '';
}

/** Of an address its origin; words such as `inline` and `eval` as they are. */
function originOf(blocked: string): string {
  return URL.canParse(blocked) ? new URL(blocked).origin : blocked.slice(0, 20);
}
