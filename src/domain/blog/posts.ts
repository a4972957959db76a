/** What a post may be about; the first of its tags stands over its title. */
export const POST_TAGS = ['product', 'fairness', 'markets', 'safety'] as const;
export type PostTag = (typeof POST_TAGS)[number];
export const MOST_TAGS = 3;

export const POST_SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
export const LONGEST_SLUG = 80;
export const LONGEST_POST_TITLE = 120;
export const LONGEST_POST_SUMMARY = 300;
export const LONGEST_POST_BODY = 40_000;
/** Signs of a search for posts. */
export const LONGEST_POST_SEARCH = 80;
export const LONGEST_AUTHOR = 60;
/** Pictures of one post. */
export const MOST_POST_PICTURES = 30;

/** Words that people read in a minute, and signs of a script without spaces between words. */
const WORDS = 220;
const SIGNS = 450;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu;

/** Whole minutes that reading a text takes, one at least. */
export function minutesOf(text: string): number {
  const signs = text.match(UNSPACED)?.length ?? 0;
  const words = text.replace(UNSPACED, ' ').match(/\p{L}[\p{L}\p{M}\p{N}’'-]*/gu)?.length ?? 0;
  return Math.max(1, Math.round(words / WORDS + signs / SIGNS));
}

/** Is a post public? `publishAt`: ms, or null of a draft. */
export function isPublic({ publishAt }: { readonly publishAt: number | null }, now: number): boolean {
  return publishAt !== null && publishAt <= now;
}
