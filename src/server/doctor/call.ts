import { request as askPlain, type ClientRequest, type IncomingMessage } from 'node:http';
import { request as askSecure } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import type { TLSSocket } from 'node:tls';

const PATIENCE_MS = 5_000;

export interface Answer {
  readonly status: number;
  /** null: its body is no JSON. */
  readonly json: unknown;
  /** Wall ms at which the certificate ends; null: there is none. */
  readonly certificateEnds: number | null;
}

interface How {
  readonly headers: Readonly<Record<string, string>>;
  /** `host:port` to connect to, in place of what DNS says of the name; null: as everybody does. */
  readonly at: string | null;
}

/** GET, as a browser would find the way. Rejects where nobody answers within 5 s. */
export function call(url: URL, { headers, at }: How): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const lookup = lookupAt(at);
    const options = {
      headers: { ...headers, host: url.host },
      agent: false,
      timeout: PATIENCE_MS,
      ...(lookup === null ? {} : { lookup, port: portOf(at) }),
    };
    const isSecure = url.protocol === 'https:';
    const asked: ClientRequest = isSecure
      ? askSecure(url, { ...options, servername: url.hostname })
      : askPlain(url, options);
    asked.once('error', reject);
    asked.once('timeout', () => asked.destroy(new Error(`no answer in ${PATIENCE_MS / 1_000} s`)));
    asked.once('response', (response) => {
      const certificateEnds = isSecure ? endOf(response) : null;
      readAll(response).then(
        (text) => resolve({ status: response.statusCode ?? 0, json: jsonOf(text), certificateEnds }),
        reject,
      );
    });
    asked.end();
  });
}

/** A look-up that finds every name at one address; null: names are looked up as ever. */
export function lookupAt(at: string | null): LookupFunction | null {
  if (at === null) return null;
  const address = at.slice(0, at.lastIndexOf(':')).replace(/^\[(.+)\]$/, '$1');
  const family = isIP(address) === 6 ? 6 : 4;
  return (_name, options, done) => {
    if (options.all === true) done(null, [{ address, family }]);
    else done(null, address, family);
  };
}

const portOf = (at: string | null) => Number(at?.split(':').at(-1));

function endOf(response: IncomingMessage): number | null {
  const ends = Date.parse((response.socket as TLSSocket).getPeerCertificate().valid_to);
  return Number.isNaN(ends) ? null : ends;
}

async function readAll(response: IncomingMessage): Promise<string> {
  let text = '';
  response.setEncoding('utf8');
  for await (const part of response) text += String(part);
  return text;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
