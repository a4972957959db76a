import { isPublic, type PostTag } from '#domain/blog/posts.ts';
import { chip, code, line, number, sentence, strong, text, time } from '#server/desk/cells.ts';
import type { DeskSeat, PartSeat } from '#server/desk/contract.ts';
import { rowPage } from '#server/desk/index.ts';
import type { BlogParts } from '../contract.ts';
import { deskPosts, findPost, textsOf, type Post } from '../store.ts';

/** The record on which a new one is begun. */
export const NEW = 'new';
const RECORD = /^(?:new|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

export const tagsText = (tags: readonly PostTag[]) => tags.map(sentence).join(', ');

function stateChip(post: Pick<Post, 'publishAt'>, now: number) {
  if (post.publishAt === null) return chip('draft');
  return isPublic(post, now) ? chip('public', 'ok') : chip('scheduled', 'info');
}

export function postsDesk({ db, clock }: Pick<BlogParts, 'db' | 'clock'>): DeskSeat {
  return {
    desk: 'posts',
    list: {
      columns: [
        { id: 'title', label: 'Title', head: true },
        { id: 'state', label: 'State' },
        { id: 'tags', label: 'Tags' },
        { id: 'author', label: 'Author' },
        { id: 'languages', label: 'Languages', end: true },
        { id: 'public', label: 'Public from', end: true },
        { id: 'made', label: 'Begun', end: true },
      ],
      filters: [],
      read: async ({ after, limit }) => {
        const found = await deskPosts(db, { after, limit: limit + 1 });
        return rowPage(found, limit, (post) => ({
          id: post.id,
          cells: [
            strong(post.title ?? post.slug),
            stateChip(post, clock.now()),
            text(tagsText(post.tags)),
            text(post.author),
            number(post.languages),
            time(post.publishAt),
            time(post.madeAt),
          ],
        }));
      },
    },
    record: {
      id: RECORD,
      read: async (id) => {
        if (id === NEW) return { title: 'New post', subtitle: [], chips: [], subjectId: null };
        const post = await findPost(db, id);
        if (post === null) return null;
        const english = (await textsOf(db, id)).find(({ language }) => language === 'en');
        return {
          title: english?.title ?? post.slug,
          subtitle: [code(post.slug), text(post.author)],
          chips: [stateChip(post, clock.now())],
          subjectId: null,
        };
      },
    },
  };
}

export function postFacts({ db, config }: Pick<BlogParts, 'db' | 'config'>): PartSeat {
  return {
    desk: 'posts',
    id: 'post',
    title: 'Post',
    permission: 'content.read',
    place: 'facts',
    order: 10,
    lines: async ({ id }) => {
      const post = id === NEW ? null : await findPost(db, id);
      if (post === null) return [];
      const languages = (await textsOf(db, id)).map(({ language }) => language);
      return [
        line('Address', text(`${config.origins.main}/en/blog/${post.slug}`)),
        line('Tags', text(tagsText(post.tags))),
        line('Author', text(post.author)),
        line('Languages', text(languages.join(', '))),
        line('Public from', time(post.publishAt)),
        line('Begun', time(post.madeAt)),
      ];
    },
  };
}
