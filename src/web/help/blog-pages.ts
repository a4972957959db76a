import type { PageRow } from '../page-rows.ts';

export type BlogPage = 'blog' | 'blog-post' | 'news';

const page = (id: BlogPage, row: Pick<PageRow, 'path' | 'file' | 'nav'> & Partial<PageRow>): PageRow => ({
  id,
  site: 'main',
  namespaces: ['common', 'seo', 'blog', 'trading'],
  ...row,
});

/** What editors write, the list and one post, and what others report. */
export const BLOG_PAGES: readonly PageRow[] = [
  page('blog', { path: 'blog', file: 'pages/blog/blog.tsx', nav: ['footer'] }),
  page('blog-post', {
    path: 'blog/:slug',
    file: 'pages/blog/post.tsx',
    namespaces: ['common', 'seo', 'blog', 'trading', 'events'],
    nav: [],
  }),
  page('news', {
    path: 'news',
    file: 'pages/news/news.tsx',
    namespaces: ['common', 'seo', 'news'],
    nav: ['footer'],
  }),
];
