import type { PostWire } from '#protocol/blog/posts.ts';

/** A post as schema.org has it (Article, and the way to it), as text for a script element: nothing in it ends the element. */
export function postData(
  post: Pick<PostWire, 'title' | 'summary' | 'author' | 'publishedAt'>,
  at: {
    readonly url: string;
    readonly brand: string;
    /** Of the post, for `inLanguage`. */
    readonly lang: string;
    readonly blog: { readonly url: string; readonly name: string };
    readonly home: { readonly url: string; readonly name: string };
  },
): string {
  const { url, brand, lang, blog, home } = at;
  const way = [home, blog, { url, name: post.title }];
  const shown = {
    '@context': 'https://schema.org',
    '@graph': [
      {
        '@type': 'Article',
        headline: post.title,
        description: post.summary,
        inLanguage: lang,
        datePublished: post.publishedAt,
        author: { '@type': 'Organization', name: post.author },
        publisher: { '@type': 'Organization', name: brand, url: home.url },
        mainEntityOfPage: url,
        url,
      },
      {
        '@type': 'BreadcrumbList',
        itemListElement: way.map(({ name, url: item }, index) => ({
          '@type': 'ListItem',
          position: index + 1,
          name,
          item,
        })),
      },
    ],
  };
  return JSON.stringify(shown).replaceAll('<', '\\u003c');
}
