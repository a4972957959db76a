import type { Pool } from 'pg';
import type { ReportReason } from '#domain/comments/comment.ts';
import type { TradingEligibility } from '#domain/identity/trading-eligibility.ts';
import type { Outcome } from '#domain/outcome.ts';
import type { CommentsWire, CommentWire, MutedWire } from '#protocol/comments/comments.ts';
import type { Audit } from '#server/audit/index.ts';
import type { Clock } from '#server/clock.ts';
import type { Queryable } from '#server/db/index.ts';
import type { LiveSettings } from '#server/settings/index.ts';

export interface CommentsParts {
  readonly db: Pool;
  readonly clock: Pick<Clock, 'now'>;
  readonly audit: Pick<Audit, 'write'>;
  readonly settings: Pick<LiveSettings, 'number' | 'values'>;
  /** How others see a person. */
  readonly payees: {
    faceOf(db: Queryable, userId: string): Promise<{ readonly name: string }>;
  };
  readonly standingOf: (db: Queryable, userId: string) => Promise<TradingEligibility>;
  /** Markets of an event with their books of real money; none: there is no such event to see. */
  readonly booksOfEvent: (
    db: Queryable,
    eventId: string,
  ) => Promise<readonly { readonly market: string; readonly book: string }[]>;
  /** What a person holds: lots, + of YES. */
  readonly bookFacts: {
    heldBy(
      this: void,
      db: Queryable,
      books: readonly string[],
      userId: string,
    ): Promise<readonly { readonly id: string; readonly lots: number }[]>;
  };
}

export interface CommentsAsked {
  readonly eventId: string;
  /** Who reads; null: a visitor. */
  readonly userId: string | null;
  readonly sort: 'best' | 'newest';
  /** The comment whose replies are asked for, oldest first; null: what replies to nothing. */
  readonly parent: string | null;
  readonly after: { readonly rank: number; readonly id: string } | null;
  readonly limit: number;
}

/** Who writes. */
interface By {
  readonly userId: string;
}

export interface Comments {
  /** null: no such event, or comment. */
  list(asked: CommentsAsked): Promise<CommentsWire | null>;
  /** Refusals: NotFound, CommentLimit, CommentRepeated, and what keeps a person from writing. */
  write(
    comment: {
      readonly eventId: string;
      readonly parent: string | null;
      readonly text: string;
    },
    by: By,
  ): Promise<Outcome<CommentWire>>;
  /** Refusals: NotFound, CommentOver, and those of `write`. */
  edit(id: string, text: string, by: By): Promise<Outcome<CommentWire>>;
  /** Refusals: NotFound. */
  remove(id: string, by: By): Promise<Outcome<CommentWire>>;
  like(id: string, liked: boolean, by: By): Promise<Outcome<CommentWire>>;
  report(id: string, reason: ReportReason, by: By): Promise<Outcome<{ readonly reported: true }>>;
  /** Whoever wrote a comment is not shown to the person any more. */
  mute(id: string, by: By): Promise<Outcome<MutedWire>>;
  muted(by: By): Promise<readonly MutedWire[]>;
  unmute(id: string, by: By): Promise<boolean>;
}

declare module '#server/bus/bus.ts' {
  interface Topics {
    /** After commit: comments of an event are other ones. */
    'comments.changed': { readonly eventId: string };
  }
}
