import type { PostWire } from '#protocol/blog/posts.ts';

/** A post as schema.org has it. */
export function postData(
  post: Pick<PostWire, 'title' | 'summary' | 'author' | 'publishedAt'>,
  at: {
    readonly url: string;
    readonly publisher: { readonly name: string; readonly url: string };
    /** Of the post, for `inLanguage`. */
    readonly lang: string;
  },
): object {
  const { url, publisher, lang } = at;
  return {
    '@type': 'Article',
    headline: post.title,
    description: post.summary,
    inLanguage: lang,
    datePublished: post.publishedAt,
    author: { '@type': 'Organization', name: post.author },
    publisher: { '@type': 'Organization', ...publisher },
    mainEntityOfPage: url,
    url,
  };
}
