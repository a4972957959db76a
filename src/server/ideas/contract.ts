import type { Pool } from 'pg';
import type { Outcome } from '#domain/outcome.ts';
import type { IdeaCategory } from '#domain/ideas/idea.ts';
import type { IdeaBody, IdeaWire } from '#protocol/ideas/ideas.ts';
import type { Audit } from '#server/audit/index.ts';
import type { Clock } from '#server/clock.ts';

export interface IdeasParts {
  readonly db: Pool;
  readonly clock: Clock;
  readonly audit: Pick<Audit, 'write'>;
}

export interface IdeasAsked {
  /** Whose votes are marked; null: nobody’s. */
  readonly userId: string | null;
  readonly category: IdeaCategory | null;
  readonly sort: 'votes' | 'newest';
  readonly after: { readonly votes: number; readonly id: string } | null;
  readonly limit: number;
}

export interface Ideas {
  list(asked: IdeasAsked): Promise<readonly IdeaWire[]>;
  similar(text: string, userId: string | null): Promise<readonly IdeaWire[]>;
  mine(userId: string): Promise<readonly IdeaWire[]>;
  /** Refusals: IdeaLimit. Whoever suggests votes for it too. `language`: route code. */
  suggest(idea: IdeaBody, by: { readonly userId: string; readonly language: string }): Promise<Outcome<IdeaWire>>;
  /** Refusals: NotFound, IdeaClosed. */
  vote(id: string, vote: { readonly userId: string; readonly voted: boolean }): Promise<Outcome<IdeaWire>>;
}
