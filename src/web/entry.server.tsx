import { inspect } from 'node:util';
import { renderToReadableStream } from 'react-dom/server';
import { ServerRouter } from 'react-router';
import type { AppLoadContext, EntryContext } from 'react-router';
import { isPlain, type PageHandle } from './api/known.ts';
import { NonceContext } from './nonce.ts';

/** A server that is busy for a moment renders late, which is better than a page that says it is broken. */
const RENDER_TIMEOUT_MS = 15_000;

/** Renders a page to HTML. Nothing is streamed late: the whole page is ready when the first byte leaves. */
export default async function handleRequest(
  ...[request, status, headers, entry, context]: [Request, number, Headers, EntryContext, AppLoadContext]
): Promise<Response> {
  let fault: unknown = Object.values(entry.staticHandlerContext.errors ?? {}).find((error) => error instanceof Error);
  const stream = await renderToReadableStream(
    <NonceContext.Provider value={context.nonce}>
      <ServerRouter context={entry} url={request.url} nonce={context.nonce} />
    </NonceContext.Provider>,
    {
      nonce: context.nonce,
      // A part that waits for its code in the browser stands in its place all the same, not at the end with a script.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      signal: AbortSignal.any([request.signal, AbortSignal.timeout(RENDER_TIMEOUT_MS)]),
      onError(error) {
        fault ??= error;
      },
    },
  );
  await stream.allReady;
  const isLate = fault instanceof DOMException && fault.name === 'TimeoutError';
  const code = fault === undefined || status >= 500 ? status : isLate ? 503 : 500;
  if (isLate) headers.set('Retry-After', '5');
  // For the log of the server, which takes it off.
  if (fault !== undefined) headers.set('x-page-fault', encodeURIComponent(inspect(fault)));
  headers.set('Content-Type', 'text/html; charset=utf-8');
  const { matches, loaderData } = entry.staticHandlerContext;
  const route = matches.at(-1)?.route;
  const handle = route?.handle as PageHandle | undefined;
  if (handle?.static === 'visitors') headers.append('Vary', 'Cookie');
  if (isPlain(handle, route === undefined ? undefined : loaderData[route.id]) && code === 200) {
    // The server then lets its scripts run by hash, so that browsers may keep the page and ask whether it still holds.
    headers.set('x-page-kept', '1');
    headers.set('Cache-Control', 'no-cache');
  }
  return new Response(stream, { headers, status: code });
}
