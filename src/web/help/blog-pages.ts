import type { PageRow } from '../routes.ts';

export type BlogPage = 'blog' | 'blog-post';

const page = (id: BlogPage, row: Pick<PageRow, 'path' | 'file' | 'nav'>): PageRow => ({
  id,
  site: 'main',
  namespaces: ['common', 'seo', 'blog', 'trading'],
  ...row,
});

/** What editors write: the list, and one post. */
export const BLOG_PAGES: readonly PageRow[] = [
  page('blog', { path: 'blog', file: 'pages/blog/blog.tsx', nav: ['footer'] }),
  page('blog-post', { path: 'blog/:slug', file: 'pages/blog/post.tsx', nav: [] }),
];
