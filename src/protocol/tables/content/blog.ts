import {
  languageParam,
  postDraft,
  postItems,
  postParams,
  postQuery,
  postWire,
  previewAnswer,
  previewBody,
  textBody,
} from '../../blog/posts.ts';
import { pathId } from '../../codecs.ts';
import { endpoints } from '../../endpoint.ts';
import { EVERYONE } from '../callers.ts';
import { staff } from '../office.ts';

const MAX_BYTES = 8 * 1024 * 1024;
const post = pathId('the post');

/** The blog: what everybody reads, and what its editors write. */
export const BLOG = endpoints({
  list: {
    method: 'GET',
    path: '/blog/posts',
    summary:
      'Posts that are public, the newest first, 200 at most, in the language asked for or in English. Searched: the 20 that fit best.',
    callers: EVERYONE,
    query: postQuery,
    answers: { 200: postItems },
    rate: 120,
  },
  one: {
    method: 'GET',
    path: '/blog/posts/:slug',
    summary: 'One of them, whole.',
    callers: EVERYONE,
    params: postParams,
    answers: { 200: postWire },
    refusals: ['NotFound'],
    rate: 120,
  },
  draft: {
    method: 'GET',
    path: '/office/blog/:id',
    summary: 'A post with the texts of all its languages, as they were written.',
    ...staff('content.read'),
    params: post,
    answers: { 200: postDraft },
    refusals: ['NotFound'],
    rate: 120,
  },
  write: {
    method: 'PUT',
    path: '/office/blog/:id/texts/:language',
    summary: 'Writes a post in a language.',
    ...staff('content.write'),
    params: post.extend({ language: languageParam }),
    body: textBody,
    answers: { 200: postDraft },
    refusals: ['NotFound'],
    rate: 60,
  },
  preview: {
    method: 'POST',
    path: '/office/blog/:id/preview',
    summary: 'What a text would look like. Nothing is kept.',
    ...staff('content.write'),
    params: post,
    body: previewBody,
    answers: { 200: previewAnswer },
    refusals: ['NotFound'],
    rate: 240,
  },
  picture: {
    method: 'POST',
    path: '/office/blog/:id/pictures',
    summary: 'Takes a picture for a post (PNG, JPEG or WebP, at most 8 MB), drawn anew without its metadata.',
    ...staff('content.write'),
    params: post,
    upload: { field: 'picture', maxBytes: MAX_BYTES, types: ['image/png', 'image/jpeg', 'image/webp'] },
    answers: { 200: postDraft },
    refusals: ['NotFound', 'UploadError', 'ActRefused'],
    rate: 30,
  },
});
