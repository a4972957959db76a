import type { RequestListener, Server } from 'node:http';
import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import fastify, {
  LogController,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import { uuidv7 } from 'uuidv7';
import type { FieldFault } from '#domain/refusals.ts';
import { EngineAway } from '#server/engine-client/index.ts';
import { isOutage } from '#server/db/index.ts';
import { isDiskFull } from '#server/disk-room.ts';
import { NotProvenYet } from '#server/proofs/index.ts';
import { noteBody } from './calls/caller.ts';
import { mountCspReports } from './calls/csp-report.ts';
import { mountPayPages } from './calls/pay-pages.ts';
import { mountWebhooks } from './calls/webhooks.ts';
import { mountDocs } from './documents/docs.ts';
import { mountEmbeds } from './documents/embeds.ts';
import { guardFilesHost, mountFiles, mountPrivateFiles } from './answers/files.ts';
import { addHeaders, guardHeaders } from './answers/headers.ts';
import { mountHealth } from './health.ts';
import { AnswerLate } from '#server/net/in-time.ts';
import { localeOf } from '#server/routing/language.ts';
import { mountMailPages } from './mail-pages.ts';
import { createOfficeDoor, isOfficeHost } from './calls/office-door.ts';
import { mountSocialForm } from './calls/social-form.ts';
import { openMetricsPort } from './metrics.ts';
import { methodsOf } from './calls/methods.ts';
import { mountRoutes, sendRefusal } from './mount.ts';
import { createPages, type Pages } from './pages/pages.ts';
import { pageReads } from './pages/page-reads.ts';
import type { HttpParts } from './parts.ts';
import { limitPlainRoutes } from './calls/plain-limits.ts';
import { watchProxy } from './proxy-watch.ts';
import { createRateLimiter } from './calls/rate-limit.ts';
import { refusalAnswer } from './answers/refusal-answer.ts';
import type { Config } from '#server/config/config.ts';
import { trustedProxies } from '#server/config/proxies.ts';
import { repositoryRoot } from '#server/root.ts';
import { publicConfigOf } from './public-config.ts';
import { loadRefusalTexts, type RefusalTexts } from './documents/texts.ts';
import { mountTransparency } from './answers/transparency.ts';

const BODY_LIMIT = 64 * 1024;

export interface Http {
  /** For the sockets, which share the port. */
  readonly server: Server;
  /** Method and pattern of every route that was mounted, in order. */
  readonly routes: readonly { readonly method: string; readonly url: string }[];
  /** Of the metrics; null: they have no port of their own. */
  readonly metricsPort: number | null;
  /** From now on the open door answers as the product. */
  open(): void;
  /** Takes no new connection and finishes what was accepted. */
  close(): Promise<void>;
}

/** The web door: API, health, reference page, web build. */
export async function createHttp(parts: HttpParts): Promise<Http> {
  const { config, clock, identity, pairCache } = parts;
  const root = repositoryRoot();
  const texts = loadRefusalTexts(root);
  let answer: RequestListener = () => undefined;
  const app = createApp(parts, {
    texts,
    take: (handler) => {
      answer = handler;
    },
  });
  const routes: { method: string; url: string }[] = [];
  app.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) routes.push({ method: one, url });
  });
  await app.register(compress, {
    threshold: 1_024,
    encodings: ['br', 'gzip', 'identity'],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  });
  watchProxy(app, config, parts.log);
  addHeaders(app, config);
  guardFilesHost(app, config);
  const limiter = createRateLimiter(clock);
  const isOneTooMany = limitPlainRoutes(app, { config, limiter, texts });
  const publicConfig = () => publicConfigOf(config, parts.settings.values);
  const withdrawalTimes = () => parts.withdrawalTimes.known();
  const reads = pageReads(parts.routes);
  const pages = await createPages(app, { root, publicConfig, pairCache, withdrawalTimes, isOneTooMany, reads });
  // Before the routes: registering them settles who answers for their errors.
  answerTheRest(app, { config, texts, pages });
  const registry = mountHealth(app, parts);
  mountCspReports(app, { clock, registry });
  mountDocs(app, { config, root, texts });
  mountFiles(app, parts);
  mountPrivateFiles(app, parts);
  mountTransparency(app, parts.proofs);
  await mountMailPages(app, parts);
  await mountWebhooks(app, parts);
  await mountPayPages(app, parts);
  mountEmbeds(app, { config, root, reads });
  await mountSocialForm(app);
  await mountRoutes(app, parts.routes, {
    config,
    identity,
    apiKeys: parts.apiKeys,
    handOvers: parts.handOvers,
    texts,
    limiter,
    officeDoor: createOfficeDoor(parts),
    requireStepUp: (actor) => parts.identity.factors.requireStepUp(actor),
  });
  await app.ready();
  const metrics = await openMetricsPort({ config, registry });
  return {
    server: parts.listener.server,
    routes,
    metricsPort: metrics.port,
    open: () => parts.listener.handOver(answer),
    close: async () => {
      metrics.close();
      await closeDown(app);
    },
  };
}

/**
 * Node lets go of idle connections once, when the close begins: one that was busy then would hold the stop until its keep-alive ends.
 */
async function closeDown(app: FastifyInstance): Promise<void> {
  const timer = setInterval(() => app.server.closeIdleConnections(), 50);
  try {
    // The framework closes only what it opened itself.
    await Promise.all([app.close(), new Promise((resolve) => app.server.close(resolve))]);
  } finally {
    clearInterval(timer);
  }
}

function createApp(
  { log, config, listener }: HttpParts,
  { texts, take }: { readonly texts: RefusalTexts; readonly take: (handler: RequestListener) => void },
): FastifyInstance {
  const app = fastify({
    serverFactory: (handler) => {
      take(handler as RequestListener);
      return listener.server;
    },
    loggerInstance: log,
    // The log calls it as answers do.
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    bodyLimit: BODY_LIMIT,
    // Only proxies of ours may say whom they speak for.
    trustProxy: trustedProxies(config.trustedProxies),
    genReqId: () => uuidv7(),
    forceCloseConnections: 'idle',
    // What was accepted before the stop is answered, not turned away.
    return503OnClosing: false,
    // An address that is no address never reaches a route.
    frameworkErrors: (_error, request, reply) => {
      const asked = { locale: localeOf(request.headers['accept-language']), requestId: request.id };
      request.nonce = '';
      reply.headers(guardHeaders(request, config));
      sendRefusal(
        reply as unknown as FastifyReply,
        refusalAnswer({ code: 'InvalidRequest', fields: { url: 'malformed' } }, texts, asked),
      );
    },
    onProtoPoisoning: 'error',
    onConstructorPoisoning: 'error',
    routerOptions: { maxParamLength: 200 },
  });
  app.removeAllContentTypeParsers();
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    noteBody(request as unknown as FastifyRequest, body as string);
    if (body === '') done(null, undefined);
    else void parse(request, body as string, done);
  });
  return app as unknown as FastifyInstance;
}

/** The framework's codes in our words; any other is 'malformed'. */
const BODY_FAULTS: Readonly<Record<string, FieldFault>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'not_json',
};

function answerTheRest(
  app: FastifyInstance,
  { config, texts, pages }: { config: Config; texts: RefusalTexts; pages: Pages },
): void {
  const asked = (request: FastifyRequest) => ({
    locale: localeOf(request.headers['accept-language']),
    requestId: request.id,
  });
  const notFound = (request: FastifyRequest, reply: FastifyReply) => {
    const methods = methodsOf(request.url, { withOffice: isOfficeHost(config, request.headers.host) });
    if (methods.length > 0) void reply.header('allow', methods.join(', '));
    const code = methods.length === 0 ? 'NotFound' : 'MethodNotAllowed';
    return sendRefusal(reply, refusalAnswer({ code }, texts, asked(request)));
  };

  app.setNotFoundHandler(async (request, reply) => {
    const isPage = request.method === 'GET' || request.method === 'HEAD';
    if (!isPage || /^\/(api|files|transparency|public|private|metrics|webhooks)(\/|\?|$)/.test(request.url))
      return notFound(request, reply);
    return (await pages.answer(request, reply)) ? reply : notFound(request, reply);
  });

  app.setErrorHandler((error: FastifyError, request, reply) => {
    const away = error instanceof EngineAway || error instanceof NotProvenYet || error instanceof AnswerLate;
    if (away || isOutage(error) || isDiskFull(error)) {
      const outage = refusalAnswer({ code: 'UnexpectedError', passing: true }, texts, asked(request));
      return sendRefusal(reply, outage, error);
    }
    const status = error.statusCode ?? 500;
    if (status < 500) {
      const fields = { body: BODY_FAULTS[error.code] ?? 'malformed' };
      return sendRefusal(reply, refusalAnswer({ code: 'InvalidRequest', fields }, texts, asked(request)));
    }
    return sendRefusal(reply, refusalAnswer({ code: 'UnexpectedError' }, texts, asked(request)), error);
  });
}
