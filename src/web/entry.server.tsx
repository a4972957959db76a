import { renderToReadableStream } from 'react-dom/server';
import { ServerRouter } from 'react-router';
import type { AppLoadContext, EntryContext } from 'react-router';
import { NonceContext } from './nonce.ts';

const RENDER_TIMEOUT_MS = 5_000;

/** Renders a page to HTML. Nothing is streamed late: the whole page is ready when the first byte leaves. */
export default async function handleRequest(
  ...[request, status, headers, entry, context]: [Request, number, Headers, EntryContext, AppLoadContext]
): Promise<Response> {
  let code = status;
  const stream = await renderToReadableStream(
    <NonceContext.Provider value={context.nonce}>
      <ServerRouter context={entry} url={request.url} nonce={context.nonce} />
    </NonceContext.Provider>,
    {
      nonce: context.nonce,
      signal: AbortSignal.any([request.signal, AbortSignal.timeout(RENDER_TIMEOUT_MS)]),
      onError() {
        code = 500;
      },
    },
  );
  await stream.allReady;
  headers.set('Content-Type', 'text/html; charset=utf-8');
  return new Response(stream, { headers, status: code });
}
