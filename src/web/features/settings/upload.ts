import { errorOf, noAnswer } from '#web/api/api-error.ts';
import type { CallAnswer } from '#web/api/calls.ts';
import { actingHeaders } from '#web/api/client.ts';
import { realSession } from '#web/api/tabs/real-session.ts';

export interface Upload {
  readonly host: string;
  readonly language: string;
  readonly file: File;
  /** 0 to 1. */
  readonly onProgress: (share: number) => void;
}

const LIMIT_MS = 60_000;

/** Sends a picture as a form with its progress, which `fetch` does not tell. Rejects with ApiError. */
export function uploadAvatar({ host, language, file, onProgress }: Upload): Promise<CallAnswer<'avatar.upload'>> {
  return new Promise((done, failed) => {
    const request = new XMLHttpRequest();
    request.open('POST', `${host}/api/v2/user/uploadAvatar`);
    request.withCredentials = true;
    request.timeout = LIMIT_MS;
    request.setRequestHeader('accept', 'application/json');
    request.setRequestHeader('accept-language', language);
    request.setRequestHeader('x-requested-with', 'web');
    const session = realSession();
    for (const [name, value] of Object.entries(actingHeaders(session.read(), session.shown()))) {
      request.setRequestHeader(name, value);
    }
    request.upload.addEventListener('progress', (event) =>
      onProgress(event.total === 0 ? 0 : event.loaded / event.total),
    );
    request.addEventListener('load', () => {
      if (request.status === 200) {
        done(JSON.parse(request.responseText) as CallAnswer<'avatar.upload'>);
        return;
      }
      const headers = { 'retry-after': request.getResponseHeader('retry-after') ?? '' };
      errorOf(new Response(request.responseText, { status: request.status, headers })).then(failed, failed);
    });
    request.addEventListener('error', () => failed(noAnswer('Offline')));
    request.addEventListener('timeout', () => failed(noAnswer('Timeout')));
    const form = new FormData();
    form.append('avatar', file);
    request.send(form);
  });
}
