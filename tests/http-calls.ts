/** One call as a program outside makes it. */
export interface Asked {
  readonly method?: string;
  readonly token?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The parsed body; fields are read by the tests as they are. */
  readonly json: Json;
}

/** A parsed body: any path may be followed, and the end of it read as text. */
export type Json = string & { readonly [key: string]: Json };

export type Ask = (path: string, asked?: Asked) => Promise<Answered>;

/** Calls of `/api/v2` (or of a full path that begins with another word). */
export function caller(origin: string): Ask {
  return async (path, { method = 'GET', token, body, headers = {} } = {}) => {
    const response = await fetch(`${origin}${path}`, {
      method,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        // A form says by itself what it is.
        ...(body === undefined || body instanceof FormData ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: isSendable(body) ? body : JSON.stringify(body) }),
      redirect: 'manual',
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, json: parsed(text) };
  };
}

function isSendable(body: unknown): body is string | FormData {
  return typeof body === 'string' || body instanceof FormData;
}

function parsed(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return JSON.parse('{}') as Json;
  }
}

/** Waits until `probe` gives something; the message says what was waited for. */
export async function until<T>(
  what: string,
  probe: () => Promise<T | null | undefined> | T | null | undefined,
  patienceMs = 60_000,
): Promise<T> {
  const end = Date.now() + patienceMs;
  // Asked ever more rarely: a wait of many seconds must not use up the rate that its caller is allowed.
  for (let pauseMs = 50; ; pauseMs = Math.min(pauseMs * 1.2, 400)) {
    const found = await probe();
    if (found !== null && found !== undefined) return found;
    if (Date.now() > end) throw new Error(`waited ${patienceMs} ms in vain for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}
