import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

const YEAR_SEC = 31_536_000;
/** What may change: the hour that comes is a minute away at most. */
const INDEX_SEC = 30;
const INDEX = 'index.json';
/** The index while nothing is published, in the first seconds of a product: a page that asks for it meets no error. */
const NOTHING_PUBLISHED = {
  v: 1,
  type: 'index',
  root: null,
  keys: null,
  first_hour: null,
  last_hour: null,
  corrections: 0,
};
/** Names of the files of docs/receipts.md 7, and nothing else of the folder. */
const NAME =
  /^(?:index\.json|keys\/\d+\.json|rules\/[0-9a-f]{64}\.json|(?:rounds\/[0-9a-f-]{36}|events\/[0-9a-f-]{36}(?:-[1-9]\d{0,3})?)\.json|anchors\/\d{4}-\d\d-\d\d\.json|segments\/\d+\/\d+\.ticks|hours\/\d{4}-\d\d-\d\dT\d\d(?:\.json|\/(?:ticks|admit|settle|corrections|events)\.ndjson))$/;

/** `/transparency/v1/*`: files that anybody may read and mirror, also a checker that was saved to a disk. */
export function mountTransparency(
  app: FastifyInstance,
  { folder, archive }: { readonly folder: string; readonly archive: string | null },
): void {
  const answerFile = async (request: FastifyRequest, reply: FastifyReply) => {
    const name = Object.values(request.params as Readonly<Record<string, string>>).join('/');
    const found = NAME.test(name) ? await placeOf(name, folder, archive) : null;
    if (found === null && name !== INDEX) return reply.callNotFound();
    const answer = reply
      .type(typeOf(name))
      .headers({ 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' });
    if (found === null) return answer.header('cache-control', 'no-store').send(NOTHING_PUBLISHED);
    const kept = name === INDEX ? `public, max-age=${INDEX_SEC}` : `public, max-age=${YEAR_SEC}, immutable`;
    return answer.header('cache-control', kept).send(createReadStream(found));
  };
  for (const path of [':file', ':folder/:file', ':folder/:part/:file']) app.get(`/transparency/v1/${path}`, answerFile);
}

/** Older segments are in the archive. */
async function placeOf(name: string, folder: string, archive: string | null): Promise<string | null> {
  if (await isFile(join(folder, name))) return join(folder, name);
  if (archive === null || !name.startsWith('segments/')) return null;
  return (await isFile(join(archive, name))) ? join(archive, name) : null;
}

async function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
}

function typeOf(name: string): string {
  if (name.endsWith('.ticks')) return 'application/octet-stream';
  return name.endsWith('.ndjson') ? 'application/x-ndjson; charset=utf-8' : 'application/json; charset=utf-8';
}
