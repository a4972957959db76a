import type { Pool } from 'pg';
import { uuidv7 } from 'uuidv7';
import type { Clock } from '#server/clock.ts';
import { transaction } from '#server/db/index.ts';
import { DAY_MS } from '#domain/time.ts';
import { insertPost, putText, setPublishAt } from '../store.ts';
import { SAMPLE_POSTS } from './posts.ts';

/** Gives a sandbox its sample posts. One that is there stays as an editor left it. */
export async function writeSamplePosts({ db, clock }: { readonly db: Pool; readonly clock: Clock }): Promise<void> {
  const now = clock.now();
  for (const { slug, tags, author, daysAgo, texts } of SAMPLE_POSTS) {
    await transaction(db, async (tx) => {
      const id = uuidv7();
      const madeAt = now - daysAgo * DAY_MS;
      if (!(await insertPost(tx, { id, slug, tags, author, madeAt }))) return;
      for (const text of texts) await putText(tx, { ...text, post: id, now });
      await setPublishAt(tx, id, madeAt);
    });
  }
}
