/** What the file of a person tells of what staff did with them. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { transaction } from '#server/db/index.ts';
import { openPrivacyWorld, signUp, type PrivacyWorld } from '#tests/worlds/privacy-world.ts';

let world: PrivacyWorld;

beforeAll(async () => {
  world = await openPrivacyWorld();
});
afterAll(() => world.close());

it('says that they were kept from an event, and not why', async () => {
  const { asking, userId } = await signUp(world);
  const noted = { action: 'event.person_restricted', objectType: 'event_market', objectId: userId };
  await transaction(world.database.pool, (tx) =>
    world.audit.write(tx, {
      actorId: null,
      role: 'COMPLIANCE',
      ...noted,
      subjectId: userId,
      reason: 'an insider',
    }),
  );
  await world.privacy.askExport(asking);
  await world.privacy.makeExports();
  const { parts } = await world.privacy.export(userId);
  const url = new URL(parts.find(({ name }) => name === 'log')?.url ?? '', 'http://x').searchParams;
  const part = { token: url.get('token') ?? '', part: Number(url.get('part')), actor: null };
  const file = await world.privacy.exportFile(part);
  const text = file.ok ? file.value.bytes.toString() : '';
  expect([text.includes('event.person_restricted'), text.includes('an insider')]).toEqual([true, false]);
});
