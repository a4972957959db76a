import { lookup as systemLookup } from 'node:dns';
import type { LookupAddress } from 'node:dns';
import { request as httpRequest } from 'node:http';
import type { IncomingMessage, RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP } from 'node:net';
import type { LookupFunction } from 'node:net';
import { isPublicAddress } from './public-address.ts';

/** A request of ours was about to go where none may go. The message names the host, never the whole address. */
export class EgressRefused extends Error {}

export interface EgressParts {
  /** Origins that the operator's settings name: these may be anywhere, also inside. */
  readonly trusted: readonly string[];
  /** For tests; the system's resolver otherwise. */
  readonly resolve?: (host: string) => Promise<readonly LookupAddress[]>;
}

export interface OutgoingRequest {
  readonly method?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body?: string | Uint8Array | URLSearchParams | null | undefined;
  readonly signal?: AbortSignal | null | undefined;
}

/** The only way for a request to an address that came from settings, a person or another server. */
export interface Egress {
  /**
   * Like `fetch`, but redirects are not followed, answers end at 1 MB and after 10 s, and the address that is connected to
   * is the one that was checked: a name that changes its mind between the two (DNS rebinding) gains nothing.
   * Throws EgressRefused.
   */
  fetch(url: string | URL, request?: OutgoingRequest): Promise<Response>;
}

const PATIENCE_MS = 10_000;
const MOST_BYTES = 1_048_576;

export function createEgress({ trusted, resolve = resolveBySystem }: EgressParts): Egress {
  const origins = new Set(trusted.map((one) => new URL(one).origin));
  return {
    fetch: async (url, request = {}) => {
      const target = new URL(url);
      const isTrusted = origins.has(target.origin);
      if (!isTrusted) refuseShape(target);
      return send(target, request, isTrusted ? undefined : checkedLookup(resolve));
    },
  };
}

function refuseShape(target: URL): void {
  if (target.protocol !== 'https:') throw new EgressRefused(`no request without https: ${target.host}`);
  if (target.username !== '' || target.password !== '')
    throw new EgressRefused(`no names in addresses: ${target.host}`);
  const literal = target.hostname.replace(/^\[|\]$/g, '');
  if (isIP(literal) !== 0 && !isPublicAddress(literal)) throw new EgressRefused(`not a public address: ${target.host}`);
}

/** May a request go there, as far as the address itself says? Of a name, what it leads to is looked at when it is asked. */
export function isPublicUrl(url: string): boolean {
  try {
    refuseShape(new URL(url));
    return true;
  } catch {
    return false;
  }
}

/** Resolves at the moment of connecting; one address inside among those of a name is enough to refuse it. */
function checkedLookup(resolve: NonNullable<EgressParts['resolve']>): LookupFunction {
  return (host, options, done) => {
    resolve(host).then(
      (found) => {
        const [first] = found;
        if (first === undefined || !found.every(({ address }) => isPublicAddress(address))) {
          done(new EgressRefused(`not a public address: ${host}`), '', 0);
        } else if (options.all === true) done(null, [...found]);
        else done(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => done(error, '', 0),
    );
  };
}

function resolveBySystem(host: string): Promise<readonly LookupAddress[]> {
  return new Promise((resolve, reject) => {
    systemLookup(host, { all: true }, (error, found) => (error === null ? resolve(found) : reject(error)));
  });
}

function send(target: URL, request: OutgoingRequest, lookup: LookupFunction | undefined): Promise<Response> {
  const { method = 'GET', headers = {}, body = null, signal } = request;
  const limits = [AbortSignal.timeout(PATIENCE_MS), ...(signal === null || signal === undefined ? [] : [signal])];
  const bytes = body === null ? null : Buffer.from(body instanceof URLSearchParams ? body.toString() : body);
  const options: RequestOptions = {
    method,
    headers: {
      ...(body instanceof URLSearchParams ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
      ...headers,
      ...(bytes === null ? {} : { 'content-length': String(bytes.length) }),
    },
    signal: AbortSignal.any(limits),
    // A kept connection would skip the look at the address.
    agent: false,
    ...(lookup === undefined ? {} : { lookup }),
  };
  return new Promise((resolve, reject) => {
    const make = target.protocol === 'https:' ? httpsRequest : httpRequest;
    const outgoing = make(target, options, (answer) => {
      readAnswer(answer).then(resolve, (error: unknown) => {
        outgoing.destroy();
        reject(error);
      });
    });
    outgoing.on('error', reject);
    outgoing.end(bytes ?? undefined);
  });
}

async function readAnswer(answer: IncomingMessage): Promise<Response> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of answer as AsyncIterable<Buffer>) {
    length += part.length;
    if (length > MOST_BYTES) throw new EgressRefused('an answer of more than 1 MB');
    parts.push(part);
  }
  const headers = new Headers();
  for (const [name, value] of Object.entries(answer.headersDistinct))
    for (const one of value ?? []) headers.append(name, one);
  const status = answer.statusCode ?? 502;
  const empty = status === 204 || status === 205 || status === 304;
  return new Response(empty ? null : Buffer.concat(parts), { status, headers });
}
