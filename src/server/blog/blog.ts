import { randomBytes } from 'node:crypto';
import type { PoolClient } from 'pg';
import { minutesOf, MOST_POST_PICTURES } from '#domain/blog/posts.ts';
import { ok, refused, type Outcome } from '#domain/outcome.ts';
import { searchArticles } from '#domain/search/search.ts';
import { isRowId, toIso } from '#protocol/codecs.ts';
import type { PostDraft, PostHead } from '#protocol/blog/posts.ts';
import { actorOf, type By } from '#server/audit/index.ts';
import { transaction, type Queryable } from '#server/db/index.ts';
import { redraw } from '#server/pictures/redraw.ts';
import type { Blog, BlogParts } from './contract.ts';
import { renderPost } from './render.ts';
import {
  findPost,
  insertPicture,
  lockPost,
  picturesOf,
  publicPost,
  publicPosts,
  putText,
  textsOf,
  type Post,
  type ShownPost,
} from './store.ts';

/** Widest a picture is shown, on a fine screen; larger ones are made smaller. */
const WIDEST = 1_600;
const TALLEST = 2_400;
const QUALITY = 82;
const MOST_LISTED = 200;
const ABSENT = refused({ code: 'NotFound' });

/** What is read of the blog, and written. */
export function createBlog(parts: BlogParts): Blog {
  const { db, clock, config } = parts;
  const addressOf = (name: string) => `${config.origins.files}/files/${name}`;
  const draftOf = async (queryable: Queryable, { id, slug }: Post): Promise<PostDraft> => ({
    slug,
    texts: [...(await textsOf(queryable, id))],
    pictures: (await picturesOf(queryable, id)).map((one) => ({ ...one, url: addressOf(one.name) })),
  });
  return {
    list: async ({ language, tag, search }) => {
      const posts = await publicPosts(db, { language, tag, now: clock.now(), limit: MOST_LISTED });
      return (search === null ? posts : found(posts, search)).map(headOf);
    },
    one: async (slug, language) => {
      const post = await publicPost(db, { slug, language, now: clock.now() });
      if (post === null) return null;
      const pictures = await picturesOf(db, post.id);
      return { ...headOf(post), ...renderPost(post.body, { language, pictures, addressOf }) };
    },
    draft: async (id) => {
      const post = isRowId(id) ? await findPost(db, id) : null;
      return post === null ? ABSENT : ok(await draftOf(db, post));
    },
    write: (id, { language, title, summary, body }, by) =>
      changing(parts, { id, by, action: 'blog.written', after: { language, title } }, async (tx, post) => {
        await putText(tx, { post: id, language, title, summary, body, now: clock.now() });
        return draftOf(tx, post);
      }),
    preview: async (id, body) => {
      if (!isRowId(id) || (await findPost(db, id)) === null) return ABSENT;
      const pictures = await picturesOf(db, id);
      return ok({ blocks: renderPost(body, { language: 'en', pictures, addressOf }).blocks });
    },
    addPicture: async (id, sent, by) => {
      if (!isRowId(id) || (await findPost(db, id)) === null) return ABSENT;
      const drawn = await redraw(sent, (picture) =>
        picture.resize(WIDEST, TALLEST, { fit: 'inside', withoutEnlargement: true }).webp({ quality: QUALITY }),
      );
      if (!drawn.ok) return refused({ code: 'UploadError', reason: drawn.reason, document: 'post' });
      const { bytes, width, height } = drawn;
      const name = randomBytes(16).toString('hex');
      return changing(parts, { id, by, action: 'blog.pictured', after: { picture: name } }, async (tx, post) => {
        if ((await picturesOf(tx, id)).length >= MOST_POST_PICTURES)
          return refused({ code: 'ActRefused', why: `A post has at most ${MOST_POST_PICTURES} pictures.` });
        await insertPicture(tx, { name, post: id, width, height, bytes, now: clock.now() });
        return draftOf(tx, post);
      });
    },
  };
}

const MOST_FOUND = 20;

/** Posts that have the words, best first. Where links and pictures lead is no word of a post. */
function found(posts: readonly ShownPost[], search: string): readonly ShownPost[] {
  const searched = posts.map((post) => ({ ...post, text: post.body.replaceAll(/\]\([^)]*\)/g, ' '), post }));
  return searchArticles(searched, search)
    .slice(0, MOST_FOUND)
    .map(({ post }) => post);
}

/** Changes a post and writes it down, in one transaction. */
async function changing(
  { db, audit }: Pick<BlogParts, 'db' | 'audit'>,
  done: {
    readonly id: string;
    readonly by: By;
    readonly action: string;
    readonly after: Readonly<Record<string, string>>;
  },
  change: (tx: PoolClient, post: Post) => Promise<PostDraft | ReturnType<typeof refused>>,
): Promise<Outcome<PostDraft>> {
  const { id, by, action, after } = done;
  if (!isRowId(id)) return ABSENT;
  return transaction(db, async (tx) => {
    const post = await lockPost(tx, id);
    if (post === null) return ABSENT;
    const changed = await change(tx, post);
    if ('ok' in changed) return changed;
    await audit.write(tx, {
      ...actorOf(by),
      action,
      objectType: 'posts',
      objectId: id,
      after,
    });
    return ok(changed);
  });
}

function headOf(post: ShownPost): PostHead {
  const { id, slug, tags, author, publishAt, language, languages, title, summary, body } = post;
  return {
    id,
    slug,
    tags: [...tags],
    author,
    publishedAt: toIso(publishAt ?? post.madeAt),
    language,
    languages: [...languages],
    title,
    summary,
    minutes: minutesOf(body),
  };
}
