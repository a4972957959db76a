/** Documents that a person sends from their phone, where nobody is signed in. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { looksLikeHandOver } from '#domain/verification/hand-over.ts';
import { API_BASE, ENDPOINTS } from '#protocol/api.ts';
import { refuseByRow } from '#server/http/calls/caller.ts';
import { createHandOvers, deleteOld, phoneOf, type HandOvers } from '#server/verification/hand-over/index.ts';
import { openDocumentsWorld, type DocumentsWorld } from '#tests/worlds/documents-world.ts';

const MINUTE = 60_000;

let world: DocumentsWorld;
let handOvers: HandOvers;
let ada: string;
beforeAll(async () => {
  world = await openDocumentsWorld();
  handOvers = createHandOvers({ ...world.parts, db: world.database.pool });
});
afterAll(() => world.close());
beforeEach(async () => {
  ada = await world.person();
});

async function opened(link: string): Promise<string> {
  const answer = await handOvers.open(link);
  if (!answer.ok) throw new Error(answer.refusal.code);
  return answer.value.grant;
}
const codeOf = async (link: string) => {
  const answer = await handOvers.open(link);
  return answer.ok ? 'opened' : answer.refusal.code;
};
const phone = () => phoneOf(world.database.pool, ada, world.clock.at);

describe('a link for the phone', () => {
  it('is opened once, whoever comes at the same time', async () => {
    const { link } = await handOvers.make(ada);
    expect(await phone()).toMatchObject({ isOpen: false });
    const codes = await Promise.all([codeOf(link), codeOf(link), codeOf(link)]);
    expect(codes.toSorted()).toEqual(['LinkUsed', 'LinkUsed', 'opened']);
    expect(await phone()).toMatchObject({ isOpen: true });
    expect(await codeOf(`${link.slice(0, -1)}${link.endsWith('A') ? 'B' : 'A'}`)).toBe('IncorrectToken');
  });

  it('is over after ten minutes, and when another takes its place', async () => {
    const { link } = await handOvers.make(ada);
    const next = await handOvers.make(ada);
    expect(await codeOf(link)).toBe('LinkExpired');
    const now = world.clock.at;
    world.clock.at += 10 * MINUTE;
    expect([await codeOf(next.link), await phone()]).toEqual(['LinkExpired', null]);
    world.clock.at = now;
  });

  it('opens nothing but the sending of documents, for half an hour', async () => {
    const { link } = await handOvers.make(ada);
    const grant = await opened(link);
    expect(looksLikeHandOver(grant)).toBe(true);
    const actor = await handOvers.actorOf(grant);
    expect(actor).toMatchObject({ userId: ada, role: 'USER', realm: 'real' });
    const caller = { actor, bearer: grant, doubted: null, bodyHash: null };
    const open = ENDPOINTS.filter(({ endpoint }) => refuseByRow(endpoint, caller) === null);
    expect(open.map(({ endpoint: { method, path } }) => `${method} ${API_BASE}${path}`).toSorted()).toEqual([
      'DELETE /api/v2/user/verification/files/:id',
      'GET /api/v2/user/verification/documents',
      'POST /api/v2/user/verification/documents/:document',
      'POST /api/v2/user/verification/files',
      'POST /api/v2/user/verification/files/:id/finish',
      'POST /api/v2/user/verification/files/:id/parts',
    ]);
    const now = world.clock.at;
    world.clock.at += 30 * MINUTE;
    expect([await handOvers.actorOf(grant), await phone()]).toEqual([null, null]);
    world.clock.at = now;
    // Another code ends what the one before it opened.
    await handOvers.make(ada);
    expect(await handOvers.actorOf(grant)).toBeNull();
  });

  it('opens nothing of an account that is blocked, and is forgotten after a day', async () => {
    const { link } = await handOvers.make(ada);
    const grant = await opened(link);
    const { pool } = world.database;
    await pool.query('UPDATE app_user SET blocked_at = now() WHERE id = $1', [ada]);
    expect(await handOvers.actorOf(grant)).toBeNull();
    await deleteOld(pool, world.clock.at + 1);
    expect(await codeOf(link)).toBe('IncorrectToken');
  });
});
