import type { Subject } from '#server/subject.ts';
import { createBlog } from './blog.ts';
import type { Blog, BlogParts } from './contract.ts';
import { postActs } from './desk/acts.ts';
import { postFacts, postsDesk } from './desk/desk.ts';
import { blogRoutes } from './routes.ts';
import { pictureBytes } from './store.ts';

interface Made {
  readonly blog: Blog;
  readonly blogPicture: (name: string) => Promise<Buffer | null>;
}

/** What editors write for everybody to read. */
export const BLOG_SUBJECT = {
  create: (parts: BlogParts): Made => ({
    blog: createBlog(parts),
    blogPicture: (name) => pictureBytes(parts.db, name),
  }),
  routes: (parts: Made) => ({ blog: blogRoutes(parts) }),
  office: (parts: BlogParts) => ({
    desks: [postsDesk(parts)],
    parts: [postFacts(parts)],
    acts: postActs(parts),
  }),
} satisfies Subject;
