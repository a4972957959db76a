import type { Actor } from '#domain/identity/actor.ts';
import { PAGE_CALLS, type PageCall, type PageReader } from '#protocol/pages/page-context.ts';
import type { Call, Route } from '#server/routing/call.ts';
import type { Endpoint } from '#protocol/endpoint.ts';
import { LANGUAGE_TAGS, LOCALES } from '#server/routing/language.ts';
import { validate } from '../calls/validate.ts';

/** A call that a page makes while it is drawn. */
export interface PageAsk {
  readonly name: PageCall;
  readonly as: PageReader;
  readonly input: { readonly params?: unknown; readonly query?: unknown };
}

/** Answers the call as a visitor hears it; null: it is refused. */
export type PageReads = (ask: PageAsk) => Promise<unknown>;

/** Nobody: has the realm that the demo pages are of, and nothing else. */
const NOBODY = '00000000-0000-0000-0000-000000000000';
const DEMO_VISITOR: Actor = { userId: NOBODY, sessionId: NOBODY, role: 'DEMO', realm: 'demo' };

/** The calls that pages are drawn by, from the handlers of the tables. Throws on one that is not for everybody. */
export function pageReads(routes: readonly Route[]): PageReads {
  const open = new Map<string, Route>(
    routes.filter(({ name }) => (PAGE_CALLS as readonly string[]).includes(name)).map((one) => [one.name, one]),
  );
  for (const { name, endpoint } of open.values()) {
    if (endpoint.method !== 'GET' || !endpoint.callers.includes('VISITOR'))
      throw new Error(`${name} is not for everybody`);
  }
  return async ({ name, as, input }) => {
    const route = open.get(name);
    if (route === undefined) throw new Error(`no page reads ${name}`);
    const { params = {}, query = {} } = input;
    const valid = validate(route.endpoint, { params, query, body: undefined });
    if (!valid.ok) return null;
    const done = await route.handler(visitorsCall(as, valid.input));
    return 'json' in done ? done.json : null;
  };
}

function visitorsCall({ realm, locale: wished }: PageReader, input: object): Call<Endpoint> {
  const locale = LOCALES.find((one) => one === wished) ?? 'en';
  return {
    ...input,
    actor: realm === 'demo' ? DEMO_VISITOR : null,
    bearer: null,
    address: '',
    userAgent: '',
    cookie: () => null,
    tracking: { fbp: null, fbc: null },
    file: null,
    requestId: '',
    language: LANGUAGE_TAGS[locale],
    locale,
    idempotency: null,
    wantsCsv: false,
  } as unknown as Call<Endpoint>;
}
