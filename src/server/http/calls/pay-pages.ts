import type { FastifyInstance } from 'fastify';
import type { Config } from '#server/config/config.ts';
import { PRESSES, TELLINGS, type Till } from '#server/fiat/index.ts';
import { inTime } from '#server/net/in-time.ts';
import { payPage } from '../documents/pay-page.ts';

interface PayPages {
  readonly config: Config;
  readonly till: Till;
}

class NoPress extends Error {
  readonly statusCode = 400;
}

/** The page of the simulator that stands in for on-ramps in a sandbox. Whoever has its address may press, as on the page of a provider. */
export async function mountPayPages(app: FastifyInstance, { config, till }: PayPages): Promise<void> {
  if (config.mode !== 'sandbox') return;
  await app.register(async (forms) => {
    forms.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 1_024 },
      (_request, body, done) => done(null, body),
    );
    forms.get<{ Params: { token: string } }>('/dev/pay/:token', async (request, reply) => {
      const order = await inTime(till.page(request.params.token));
      if (order === null) return reply.callNotFound();
      reply.header('cache-control', 'no-store').type('text/html; charset=utf-8');
      return reply.send(payPage({ brand: config.brand, order }));
    });
    forms.post<{ Params: { token: string }; Body: unknown }>('/dev/pay/:token', async (request, reply) => {
      const { token } = request.params;
      if ((await inTime(till.page(token))) === null) return reply.callNotFound();
      const form = new URLSearchParams(typeof request.body === 'string' ? request.body : '');
      const press = PRESSES.find((one) => one === form.get('does'));
      const telling = TELLINGS.find((one) => one === (form.get('tells') ?? 'once'));
      if (press === undefined || telling === undefined) throw new NoPress('no such button');
      await inTime(till.press({ token }, press, telling));
      return reply.code(303).header('cache-control', 'no-store').header('location', `/dev/pay/${token}`).send();
    });
  });
}
