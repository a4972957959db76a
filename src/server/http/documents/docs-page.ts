import { z } from 'zod';
import { API_BASE, ENDPOINTS, type NamedEndpoint } from '#protocol/api.ts';
import { CHANNEL_DATA, CHANNEL_ROWS } from '#protocol/channels.ts';
import { refusalsOf, type Endpoint } from '#protocol/endpoint.ts';
import { CATALOGUE_CODES, ERROR_CATALOGUE, type CatalogueCode } from '#protocol/error-catalogue.ts';
import { PLAIN_ROUTES } from '#protocol/pages/plain-routes.ts';
import { escapeHtml } from './escape-html.ts';
import { anchorOf, htmlOf } from './markdown.ts';
import { plainPage } from './plain-page.ts';
import type { RefusalTexts } from './texts.ts';

export interface DocsParts {
  readonly brand: string;
  readonly texts: RefusalTexts;
}

/** Programs have no part in the back office: staff works on its pages. */
const DESCRIBED = ENDPOINTS.filter(({ endpoint }) => endpoint.permission === undefined);

/** The reference page: every route of the tables and the whole error catalogue. No script, no file from elsewhere. */
export function docsPage({ brand, texts }: DocsParts): string {
  const subjects = [...new Set(DESCRIBED.map(({ name }) => subjectOf(name)))];
  const nav = [...subjects, 'machine', 'sockets', 'errors'].map((one) => [`#${one}`, titleOf(one)] as const);
  return plainPage({ brand, title: 'API reference', nav, navLabel: ON_PAGE }, reference(subjects, texts));
}

/** `docs/bots.md` as a page: how a program says who it is, and what is refused. */
export function programsPage({ brand, text }: { readonly brand: string; readonly text: string }): string {
  const parts = [...text.matchAll(/^## (.*)$/gm)].map(([, title = '']) => [`#${anchorOf(title)}`, title] as const);
  const nav = [['/api/docs', 'API reference'] as const, ...parts];
  return plainPage({ brand, title: 'Programs that trade', nav, navLabel: ON_PAGE }, htmlOf(text));
}

const ON_PAGE = 'On this page';

function reference(subjects: readonly string[], texts: RefusalTexts): string {
  return `<h1>API reference</h1>
<p>JSON under <code>${API_BASE}</code>. Times are ISO 8601 in UTC, ids opaque. Each amount is a number with its exact decimal text beside it (<code>stake</code>, <code>stakeStr</code>).
Send <code>Authorization: Bearer</code> with an access token; its realm is the token’s. Texts follow <code>Accept-Language</code>. Lists take <code>cursor</code> and <code>limit</code> and give <code>nextCursor</code>.
Moments of queries are Unix milliseconds or ISO 8601 with a zone; <code>from</code> belongs to a span, <code>to</code> does not.
Unknown fields are refused, bodies hold at most 64 KB. The same, for programs: <a href="${API_BASE}/openapi.json">OpenAPI 3.1</a>. Keys, signatures and a client: <a href="/api/docs/programs">Programs that trade</a>.</p>
${subjects.map((subject) => subjectSection(subject)).join('\n')}
<section aria-labelledby="machine"><h2 id="machine">${titleOf('machine')}</h2>
<div class="scroll" tabindex="0" role="region" aria-label="Routes for machines"><table><thead><tr><th scope="col">Route</th><th scope="col">What</th></tr></thead><tbody>
${PLAIN_ROUTES.map(({ path, method = 'GET', summary }) => `<tr><td><code>${method} ${path}</code></td><td>${escapeHtml(summary)}</td></tr>`).join('\n')}
</tbody></table></div></section>
${SOCKETS}
${errorSection(texts)}`;
}

function subjectSection(subject: string): string {
  const rows = DESCRIBED.filter(({ name }) => subjectOf(name) === subject);
  return `<section aria-labelledby="${subject}"><h2 id="${subject}">${titleOf(subject)}</h2>\n${rows.map(routeArticle).join('\n')}</section>`;
}

function routeArticle({ name, endpoint }: NamedEndpoint): string {
  const inputs = (['params', 'query', 'body'] as const).flatMap((part) => {
    const schema = endpoint[part];
    return schema === undefined
      ? []
      : [schemaBlock(part, z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }))];
  });
  const answers = Object.entries(endpoint.answers).map(([status, schema]) =>
    schemaBlock(`answer ${status}`, z.toJSONSchema(schema, { io: 'output' })),
  );
  return `<article id="${name}"><h3><span class="method ${endpoint.method.toLowerCase()}">${endpoint.method}</span> <code>${API_BASE}${endpoint.path}</code></h3>
<p>${escapeHtml(endpoint.summary)}</p>
<dl><dt>Callers</dt><dd>${callersText(endpoint)}</dd>
<dt>Rate</dt><dd>${endpoint.rate} a minute</dd>
${endpoint.idempotency === undefined ? '' : `<dt>Idempotency-Key</dt><dd>${endpoint.idempotency}</dd>`}
${endpoint.csv === undefined ? '' : '<dt>CSV</dt><dd>with <code>Accept: text/csv</code></dd>'}
<dt>Refusals</dt><dd>${refusalsOf(endpoint)
    .map((code) => `<a href="#error-${code}">${code}</a>`)
    .join(', ')}</dd></dl>
${[...inputs, ...answers].join('\n')}</article>`;
}

function callersText({ callers }: Endpoint): string {
  if (callers.includes('VISITOR')) return 'everybody';
  return callers.length === 9 ? 'everybody signed in' : callers.join(', ');
}

function schemaBlock(label: string, schema: object): string {
  const { $schema: _dialect, ...shown } = schema as { $schema?: string };
  return `<details><summary>${label}</summary><pre tabindex="0"><code>${escapeHtml(JSON.stringify(shown, null, 2))}</code></pre></details>`;
}

function channelRow([name, { socket, address, summary }]: (typeof CHANNEL_ROWS)[number]): string {
  const schema = schemaBlock('data', z.toJSONSchema(CHANNEL_DATA[name], { io: 'output' }));
  return `<tr id="channel-${name}"><td>${socket}</td><td><code>${escapeHtml(address)}</code></td><td>${escapeHtml(summary)}${schema}</td></tr>`;
}

const SOCKETS = `<section aria-labelledby="sockets"><h2 id="sockets">Sockets</h2>
<p><code>/public</code> and <code>/private</code> speak WebSocket on the same host. Send <code>{"op":"subscribe","channels":["ticks:BTC-USD"]}</code>, <code>unsubscribe</code> or <code>ping</code>;
on <code>/private</code> first <code>{"op":"auth","token":"…"}</code>. Messages are <code>{ ch, seq, t, data, snapshot? }</code> or <code>{ op: "ok" | "pong" | "error" }</code>.
The first message of a channel is a snapshot. On <code>ticks:*</code> a jump of <code>seq</code> is conflation and needs nothing; on other channels subscribe again. A socket closed with 4008 was too slow: connect again.</p>
<div class="scroll" tabindex="0" role="region" aria-label="Channels"><table><thead><tr><th scope="col">Socket</th><th scope="col">Channel</th><th scope="col">Data</th></tr></thead><tbody>
${CHANNEL_ROWS.map(channelRow).join('\n')}
</tbody></table></div></section>`;

function errorSection(texts: RefusalTexts): string {
  return `<section aria-labelledby="errors"><h2 id="errors">Errors</h2>
<p>Every refusal is <code>{ "error": { code, title, message, action, details }, "requestId" }</code>.</p>
<div class="scroll" tabindex="0" role="region" aria-label="Error catalogue"><table><thead><tr><th scope="col">Code</th><th scope="col">Status</th><th scope="col">Title</th><th scope="col">Message</th><th scope="col">Action</th></tr></thead><tbody>
${CATALOGUE_CODES.map((code) => errorRows(code, texts)).join('\n')}
</tbody></table></div></section>`;
}

function errorRows(code: CatalogueCode, texts: RefusalTexts): string {
  const entry = ERROR_CATALOGUE[code];
  const { title, message } = texts.of(code, 'en', EXAMPLE_DETAILS);
  const retry = entry.retryAfter === undefined ? '' : `<br><small>Retry-After ${entry.retryAfter}</small>`;
  const first = `<tr id="error-${code}"><th scope="row"><code>${code}</code></th><td>${entry.status}${retry}</td><td>${escapeHtml(title)}</td><td>${escapeHtml(message)}</td><td>${entry.action}</td></tr>`;
  const reasons = Object.entries(entry.reasons ?? {}).map(([reason, action]) => {
    const text = texts.of(code, 'en', { ...EXAMPLE_DETAILS, reason }).message;
    return `<tr><td class="reason"><code>${reason}</code></td><td></td><td></td><td>${escapeHtml(text)}</td><td>${action}</td></tr>`;
  });
  return [first, ...reasons].join('\n');
}

/** Values that stand for what a real refusal carries. */
const EXAMPLE_DETAILS = {
  why: 'This was done already.',
  name: 'Robin',
  most: 50,
  min: 1,
  max: 5_000,
  payout: 0.82,
  available: 250,
  amount: 40,
  rate: '96.0000',
  least: '20',
  fiat: 'EUR',
  methods: ['password', 'otp', 'passkey'],
  credit: 7.5,
  limit: 'loss_day',
  nextOpen: '2026-11-22T22:05:00.000Z',
};

/** Titles that are not the name of the subject with a capital. */
const TITLES: Readonly<Record<string, string>> = { apiKeys: 'API keys', machine: 'For machines' };

function titleOf(subject: string): string {
  return TITLES[subject] ?? `${subject.slice(0, 1).toUpperCase()}${subject.slice(1)}`;
}

function subjectOf(name: string): string {
  return name.split('.')[0] ?? name;
}
