import type { FastifyInstance } from 'fastify';

/** Where providers send browsers back to; a page of ours finishes the sign-in. */
const PATH = '/auth/social';
const FIELDS = ['code', 'state', 'iss', 'error'];
const LONGEST_FORM = 16_384;

/**
 * Some providers (Apple) come back with a form in place of a query. It changes nothing here and needs no cookie: the browser is led
 * to the page with the same values, and that page asks on its own site.
 */
export async function mountSocialForm(app: FastifyInstance): Promise<void> {
  await app.register(async (forms) => {
    forms.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: LONGEST_FORM },
      (_request, body, done) => done(null, body),
    );
    forms.post(PATH, async (request, reply) => {
      const given = new URLSearchParams(typeof request.body === 'string' ? request.body : '');
      const query = new URLSearchParams();
      for (const name of FIELDS) {
        const value = given.get(name);
        if (value !== null) query.set(name, value);
      }
      // The form came to the host of the page.
      return reply.header('cache-control', 'no-store').redirect(`${PATH}?${query.toString()}`, 303);
    });
  });
}
