export { createBlog } from './blog.ts';
export { writeSamplePosts } from './samples/write.ts';
