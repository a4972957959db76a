import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { StoriesWire } from '#protocol/news/stories.ts';
import type { Audit } from '#server/audit/index.ts';
import type { Clock } from '#server/clock.ts';
import type { Config } from '#server/config/config.ts';
import type { NewsFeed } from '#server/config/news.ts';

export interface NewsParts {
  readonly db: Pool;
  readonly clock: Clock;
  readonly log: Pick<Logger, 'warn' | 'info'>;
  readonly audit: Pick<Audit, 'write'>;
  readonly config: Pick<Config, 'newsFeeds' | 'samples' | 'brand'>;
}

/** A feed that is read; `isSample`: of the simulator. */
export interface ReadFeed extends NewsFeed {
  readonly isSample: boolean;
}

export interface News {
  readonly feeds: readonly ReadFeed[];
  list(asked: { readonly pair: string | null }): Promise<StoriesWire>;
  /** Asks each feed that is not switched off, one after the other. */
  gather(signal: AbortSignal): Promise<void>;
  forgetOld(): Promise<void>;
  stop(): Promise<void>;
}
