import type { Pool } from 'pg';
import type { PostTag } from '#domain/blog/posts.ts';
import type { Outcome } from '#domain/outcome.ts';
import type { PostBlock, PostDraft, PostHead, PostWire } from '#protocol/blog/posts.ts';
import type { Audit, By } from '#server/audit/index.ts';
import type { Clock } from '#server/clock.ts';
import type { Config } from '#server/config/config.ts';
import type { Locale } from '#server/routing/language.ts';

export interface BlogParts {
  readonly db: Pool;
  readonly clock: Clock;
  readonly audit: Pick<Audit, 'write'>;
  readonly config: Pick<Config, 'origins'>;
}

/** A post in a language, as it is written. */
export interface PostText {
  readonly title: string;
  readonly summary: string;
  /** Markdown. */
  readonly body: string;
}

export interface Blog {
  /** Those that are public now, the newest first. */
  list(asked: {
    readonly language: Locale;
    readonly tag: PostTag | null;
    /** null: all of them; else those that have the words, best first. */
    readonly search: string | null;
  }): Promise<readonly PostHead[]>;
  /** null: there is none, or it is not public yet. */
  one(slug: string, language: Locale): Promise<PostWire | null>;
  /** What an editor sees. Refusals: NotFound. */
  draft(id: string): Promise<Outcome<PostDraft>>;
  /** Refusals: NotFound. */
  write(id: string, text: PostText & { readonly language: Locale }, by: By): Promise<Outcome<PostDraft>>;
  preview(id: string, body: string): Promise<Outcome<{ readonly blocks: readonly PostBlock[] }>>;
  /** Refusals: NotFound, UploadError. */
  addPicture(id: string, bytes: Buffer, by: By): Promise<Outcome<PostDraft>>;
}
