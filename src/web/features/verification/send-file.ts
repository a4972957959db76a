import { LARGEST_PART } from '#protocol/pages/numbers.ts';
import { errorOf, noAnswer } from '#web/api/api-error.ts';
import type { CallAnswer } from '#web/api/calls.ts';
import type { DocumentsSender } from '#web/documents/sender.ts';

export interface Sending {
  readonly sender: DocumentsSender;
  readonly language: string;
  readonly document: CallAnswer<'documents.read'>['documents'][number]['document'];
  readonly side: 'front' | 'back';
  readonly blob: Blob;
  /** 0 to 1. */
  readonly onProgress: (share: number) => void;
}

/** Parts are small, and a slow network is no fault. */
const LIMIT_MS = 60_000;

/** Sends a file in parts from where it stopped, once again each where one fails, and lets it be kept. Rejects with ApiError. */
export async function sendFile(sending: Sending): Promise<CallAnswer<'documents.finish'>> {
  const { sender, document, side, blob, onProgress } = sending;
  const { client } = sender;
  const digest = await crypto.subtle.digest('SHA-256', await blob.arrayBuffer());
  const sha256 = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  const { id, received } = await client.call('documents.begin', { body: { document, side, size: blob.size, sha256 } });
  for (let at = received; at < blob.size; at += LARGEST_PART) {
    onProgress(at / blob.size);
    await sendPart(sending, id, at).catch(() => sendPart(sending, id, at));
  }
  onProgress(1);
  return client.call('documents.finish', { params: { id } }, { timeoutMs: LIMIT_MS });
}

async function sendPart({ sender, language, blob }: Sending, id: string, at: number): Promise<void> {
  const form = new FormData();
  form.append('part', blob.slice(at, at + LARGEST_PART));
  const answer = await fetch(`${sender.host}/api/v2/user/verification/files/${id}/parts?at=${at}`, {
    method: 'POST',
    credentials: 'include',
    headers: {
      accept: 'application/json',
      'accept-language': language,
      'x-requested-with': 'web',
      ...sender.headers(),
    },
    body: form,
    signal: AbortSignal.timeout(LIMIT_MS),
  }).catch(() => {
    throw noAnswer('Offline');
  });
  if (!answer.ok) throw await errorOf(answer);
}
