import type { FastifyInstance, FastifyReply } from 'fastify';
import { isRowId } from '#protocol/codecs.ts';
import type { Config } from '#server/config/config.ts';
import type { Mail } from '#server/mail/index.ts';
import { inTime } from '#server/net/in-time.ts';
import { inboxPage, mailPage } from './inbox-page.ts';

const SHOWN = 100;

interface MailPages {
  readonly config: Config;
  readonly mail: Mail;
}

/** One-click unsubscribe (RFC 8058) and, in the sandbox, the inbox of kept mails. */
export async function mountMailPages(app: FastifyInstance, parts: MailPages): Promise<void> {
  await app.register(async (forms) => mountOneClick(forms, parts));
  if (parts.config.mode === 'sandbox') mountInbox(app, parts);
}

/**
 * The address of the header List-Unsubscribe: a mail provider posts a form there, without a session and without a page. The form says so
 * (RFC 8058, 3.2): what follows links with an empty POST, as scanners do, unsubscribes nobody.
 */
function mountOneClick(forms: FastifyInstance, { mail }: MailPages): void {
  forms.addContentTypeParser('*', { parseAs: 'string', bodyLimit: 4_096 }, (_request, body, done) => done(null, body));
  forms.post<{ Querystring: { token?: unknown }; Body: unknown }>('/unsubscribe', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    if (typeof request.body !== 'string' || !isOneClick(request.body)) throw new NotOneClick();
    const { token } = request.query;
    const known = typeof token === 'string' && token.length <= 300;
    const done = known && (await inTime(mail.unsubscribe({ token, reasons: [], comment: '' })));
    return reply
      .code(done ? 200 : 404)
      .type('text/plain; charset=utf-8')
      .send(done ? 'Unsubscribed.\n' : 'Not an address of ours.\n');
  });
}

/** Answered as any body that cannot be read: 400. */
class NotOneClick extends Error {
  readonly statusCode = 400;
}

/** Does a form of either kind (urlencoded, multipart) hold the pair that RFC 8058 wants? */
function isOneClick(form: string): boolean {
  const isPart = /name="?List-Unsubscribe"?\r?\n(?:[^\r\n]+\r?\n)*\r?\nOne-Click\r?\n/.test(form);
  return isPart || new URLSearchParams(form).get('List-Unsubscribe') === 'One-Click';
}

/** Mails that the sandbox keeps instead of sending them. */
function mountInbox(app: FastifyInstance, { config, mail }: MailPages): void {
  const html = (reply: FastifyReply, page: string) =>
    reply.header('cache-control', 'no-store').type('text/html; charset=utf-8').send(page);
  app.get('/dev/inbox', async (_request, reply) =>
    html(
      reply,
      inboxPage({ brand: config.brand, mails: await mail.kept(SHOWN), isRelayed: config.mail.smtpUrl !== null }),
    ),
  );
  app.get<{ Params: { id: string } }>('/dev/inbox/:id', async (request, reply) => {
    const { id } = request.params;
    const found = isRowId(id) ? await mail.keptOne(id) : null;
    if (found === null) return reply.callNotFound();
    return html(reply, mailPage({ brand: config.brand, mail: found }));
  });
}
