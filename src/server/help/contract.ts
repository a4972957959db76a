import type { Pool } from 'pg';
import type { Clock } from '#server/clock.ts';

export interface HelpParts {
  readonly db: Pool;
  readonly clock: Clock;
}
