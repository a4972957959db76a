import { errorOf, noAnswer } from '#web/api/api-error.ts';
import type { CallAnswer } from '#web/api/calls.ts';
import { actingHeaders } from '#web/api/client.ts';
import { realSession } from '#web/api/tabs/real-session.ts';

/** Pictures are larger than other requests. */
const LIMIT_MS = 60_000;

/** Sends a picture of a post as a form. Rejects with ApiError. */
export async function sendPicture(
  post: string,
  { host, file }: { readonly host: string; readonly file: File },
): Promise<CallAnswer<'blog.picture'>> {
  const session = realSession();
  const form = new FormData();
  form.append('picture', file);
  const answer = await fetch(`${host}/api/v2/office/blog/${post}/pictures`, {
    method: 'POST',
    credentials: 'include',
    headers: {
      accept: 'application/json',
      'x-requested-with': 'web',
      ...actingHeaders(session.read(), session.shown()),
    },
    body: form,
    signal: AbortSignal.timeout(LIMIT_MS),
  }).catch(() => {
    throw noAnswer('Offline');
  });
  if (!answer.ok) throw await errorOf(answer);
  return (await answer.json()) as CallAnswer<'blog.picture'>;
}
