import type { PoolClient } from 'pg';
import { uuidv7 } from 'uuidv7';
import { LONGEST_AUTHOR, LONGEST_SLUG, MOST_TAGS, POST_SLUG, POST_TAGS, type PostTag } from '#domain/blog/posts.ts';
import { ok, refused, type Outcome } from '#domain/outcome.ts';
import { deskPath } from '#protocol/office/desks.ts';
import { toIso } from '#protocol/codecs.ts';
import { asLine } from '#protocol/texts.ts';
import { actorOf } from '#server/audit/index.ts';
import type { ActDoing, ActSeat } from '#server/desk/contract.ts';
import { readMoment, wrongField } from '#server/desk/fields.ts';
import { transacted } from '#server/desk/index.ts';
import { transaction } from '#server/db/index.ts';
import type { BlogParts } from '../contract.ts';
import { findPost, insertPost, lockPost, setDetails, setPublishAt, textsOf, type Post } from '../store.ts';
import { NEW, tagsText } from './desk.ts';

type Parts = Pick<BlogParts, 'db' | 'audit' | 'clock'>;

const SHARED = {
  desk: 'posts',
  permission: 'content.write',
} as const;

/** What editors do with a post, beside writing it. */
export function postActs(parts: Parts): readonly ActSeat[] {
  return [beginAct(parts), publishAct(parts), withdrawAct(parts), detailsAct(parts)];
}

function readTags(typed: string): readonly PostTag[] | null {
  const words = [
    ...new Set(
      typed
        .toLowerCase()
        .split(/[\s,]+/)
        .filter((word) => word !== ''),
    ),
  ];
  const tags = POST_TAGS.filter((tag) => words.includes(tag));
  return tags.length === words.length && tags.length > 0 && tags.length <= MOST_TAGS
    ? words.map((word) => tags.find((tag) => tag === word) ?? 'product')
    : null;
}

function readAuthor(typed: string): string | null {
  const author = asLine(typed).trim();
  return author === '' || author.length > LONGEST_AUTHOR ? null : author;
}

const TAGS_LABEL = `Tags, ${MOST_TAGS} at most: ${POST_TAGS.join(', ')}`;

async function writeDown(
  { audit }: Parts,
  tx: PoolClient,
  done: Pick<ActDoing, 'id' | 'by' | 'reason'> & {
    readonly action: string;
    readonly before?: Readonly<Record<string, string | null>>;
    readonly after: Readonly<Record<string, string | null>>;
  },
): Promise<void> {
  const { id, by, reason, action, before, after } = done;
  await audit.write(tx, { ...actorOf(by), action, objectType: 'posts', objectId: id, reason, before, after });
}

function beginAct(parts: Parts): ActSeat {
  const { db, clock } = parts;
  return {
    ...SHARED,
    id: 'begin',
    label: 'Begin',
    text: 'It is a draft until it is published. Its text is written on its own page.',
    rule: 'The address is for ever: others link to it.',
    order: 10,
    fields: [
      { name: 'slug', label: 'Address, behind /blog/: how-rounds-work', kind: 'text' },
      { name: 'tags', label: TAGS_LABEL, kind: 'text' },
      { name: 'author', label: 'Author', kind: 'text', value: 'Tikvo' },
    ],
    on: (id) => id === NEW,
    refuses: () => Promise.resolve(null),
    run: async ({ by, reason, fields }) => {
      const slug = (fields['slug'] ?? '').trim();
      if (!POST_SLUG.test(slug) || slug.length > LONGEST_SLUG) return wrongField('slug', 'malformed');
      const tags = readTags(fields['tags'] ?? '');
      if (tags === null) return wrongField('tags', 'unknown');
      const author = readAuthor(fields['author'] ?? '');
      if (author === null) return wrongField('author', 'malformed');
      const id = uuidv7();
      return transaction(db, async (tx) => {
        if (!(await insertPost(tx, { id, slug, tags, author, madeAt: clock.now() })))
          return refused({ code: 'ActRefused', why: 'Another post has this address.' });
        await writeDown(parts, tx, { id, by, reason, action: 'blog.begun', after: { slug } });
        return ok({ said: 'It is begun.', opens: deskPath('posts', id) });
      });
    },
  };
}

/** The post, locked; refused where it is gone. */
async function held(tx: PoolClient, id: string): Promise<Outcome<Post>> {
  const post = await lockPost(tx, id);
  return post === null ? refused({ code: 'NotFound' }) : ok(post);
}

const iso = (at: number | null) => (at === null ? null : toIso(at));

function publishAct(parts: Parts): ActSeat {
  const { db, clock } = parts;
  return {
    ...SHARED,
    id: 'publish',
    label: 'Publish or schedule',
    text: 'Everybody reads it from this moment on: on the page, in the list, in the feed and in the map for search engines.',
    rule: 'Once somebody else has read it.',
    order: 20,
    fields: [{ name: 'at', label: 'From when, UTC: 2026-12-24 09:00; empty: now', kind: 'text', optional: true }],
    on: (id) => id !== NEW,
    refuses: async ({ id }) =>
      (await textsOf(db, id)).some(({ language }) => language === 'en') ? null : 'Its English text isn’t written yet.',
    ...transacted(db, async (tx, { id, by, reason, fields }) => {
      const typed = (fields['at'] ?? '').trim();
      const at = typed === '' ? clock.now() : readMoment(typed);
      if (typeof at === 'string') return wrongField('at', at);
      const post = await held(tx, id);
      if (!post.ok) return post;
      if (!(await textsOf(tx, id)).some(({ language }) => language === 'en'))
        return refused({ code: 'ActRefused', why: 'Its English text isn’t written yet.' });
      await setPublishAt(tx, id, at);
      const before = { publishAt: iso(post.value.publishAt) };
      await writeDown(parts, tx, { id, by, reason, action: 'blog.published', before, after: { publishAt: iso(at) } });
      return ok(
        at <= clock.now() ? 'It is public.' : `It becomes public at ${toIso(at).slice(0, 16).replace('T', ' ')} UTC.`,
      );
    }),
  };
}

function withdrawAct(parts: Parts): ActSeat {
  const { db } = parts;
  return {
    ...SHARED,
    id: 'withdraw',
    label: 'Take back',
    text: 'It is a draft again. Nobody reads it any more.',
    rule: 'What is wrong, or was published too early.',
    order: 40,
    danger: true,
    on: (id) => id !== NEW,
    refuses: async ({ id }) => {
      const post = await findPost(db, id);
      return post === null || post.publishAt === null ? 'It is a draft.' : null;
    },
    ...transacted(db, async (tx, { id, by, reason }) => {
      const post = await held(tx, id);
      if (!post.ok) return post;
      if (post.value.publishAt === null) return refused({ code: 'ActRefused', why: 'It is a draft.' });
      await setPublishAt(tx, id, null);
      const before = { publishAt: iso(post.value.publishAt) };
      await writeDown(parts, tx, { id, by, reason, action: 'blog.withdrawn', before, after: { publishAt: null } });
      return ok('It is a draft again.');
    }),
  };
}

function detailsAct(parts: Parts): ActSeat {
  const { db } = parts;
  return {
    ...SHARED,
    id: 'details',
    label: 'Tags and author',
    text: 'The first tag stands over its title.',
    rule: 'Who is named has agreed.',
    order: 30,
    fields: async ({ id }) => {
      const post = id === NEW ? null : await findPost(db, id);
      return [
        { name: 'tags', label: TAGS_LABEL, kind: 'text', value: post?.tags.join(', ') ?? '' },
        { name: 'author', label: 'Author', kind: 'text', value: post?.author ?? '' },
      ];
    },
    on: (id) => id !== NEW,
    refuses: () => Promise.resolve(null),
    ...transacted(db, async (tx, { id, by, reason, fields }) => {
      const tags = readTags(fields['tags'] ?? '');
      if (tags === null) return wrongField('tags', 'unknown');
      const author = readAuthor(fields['author'] ?? '');
      if (author === null) return wrongField('author', 'malformed');
      const post = await held(tx, id);
      if (!post.ok) return post;
      await setDetails(tx, { id, tags, author });
      const before = { tags: tagsText(post.value.tags), author: post.value.author };
      await writeDown(parts, tx, {
        id,
        by,
        reason,
        action: 'blog.described',
        before,
        after: { tags: tagsText(tags), author },
      });
      return ok('It is changed.');
    }),
  };
}
