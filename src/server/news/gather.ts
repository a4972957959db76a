import { uuidv7 } from 'uuidv7';
import { isSameStory, MOST_NEWS_ITEMS, NEWS_KEPT_MS } from '#domain/news/stories.ts';
import { transaction } from '#server/db/index.ts';
import type { Egress } from '#server/net/index.ts';
import type { NewsParts, ReadFeed } from './contract.ts';
import { fetchFeed } from './fetch-feed.ts';
import { readItems, type FeedText } from './read-items.ts';
import {
  correctItem,
  insertItem,
  itemsSince,
  knownGuids,
  lockItems,
  noteFailure,
  noteRead,
  type FeedState,
} from './store.ts';

interface Turn {
  readonly feed: ReadFeed;
  readonly state: FeedState;
  readonly egress: Egress;
  readonly signal: AbortSignal;
}

/** Asks one feed, and keeps what is new of it. */
export async function readFeed({ db, clock, log, config }: NewsParts, turn: Turn): Promise<void> {
  const { feed, state, egress, signal } = turn;
  const fetched = await fetchFeed(feed.url, { egress, agent: `${config.brand} news reader`, marks: state, signal });
  const now = clock.now();
  const { id } = feed;
  if (fetched.kind === 'same') return noteRead(db, { id, now, fresh: null });
  const read = fetched.kind === 'fresh' ? readItems(fetched.text, now) : null;
  if (fetched.kind === 'failed' || read === null) {
    const failure = fetched.kind === 'failed' ? fetched.why : 'no feed';
    log.warn({ feed: feed.name, failure }, 'a feed of news was not read');
    return noteFailure(db, { id, now, failure });
  }
  const { etag, modified } = fetched;
  await transaction(db, async (tx) => {
    await lockItems(tx);
    await addItems(tx, { feed: id, read, now });
    await noteRead(tx, { id, now, fresh: { etag, modified, language: read.language } });
  });
}

type Tx = Parameters<typeof lockItems>[0];

/** Oldest first, so that the first report is the one that others join. */
async function addItems(
  tx: Tx,
  { feed, read, now }: { readonly feed: string; readonly read: FeedText; readonly now: number },
): Promise<void> {
  const fresh = read.items
    .filter(({ at }) => at > now - NEWS_KEPT_MS)
    .toSorted((one, other) => one.at - other.at)
    .filter((item, place, all) => all.findIndex(({ guid }) => guid.equals(item.guid)) === place);
  const known = await knownGuids(tx, { feed, guids: fresh.map(({ guid }) => guid) });
  const others = (await itemsSince(tx, { feeds: null, since: now - NEWS_KEPT_MS, limit: MOST_NEWS_ITEMS })).filter(
    (item) => item.feed !== feed,
  );
  for (const item of fresh) {
    if (known.has(item.guid.toString('hex'))) {
      await correctItem(tx, feed, item);
      continue;
    }
    const id = uuidv7();
    const same = others.find((other) => isSameStory(item, other));
    await insertItem(tx, { ...item, id, feed, story: same?.story ?? id });
  }
}
