import type { Pool } from 'pg';
import { ok, type Outcome } from '#domain/outcome.ts';
import { deskPath } from '#protocol/office/desks.ts';
import type { Colleague, OfficeView } from '#protocol/office/office.ts';
import type { Approvals } from '#server/approvals/index.ts';
import type { ActDone, Staff } from '#server/desk/contract.ts';
import type { LiveSettings } from '#server/settings/index.ts';
import type { BulkParts } from './bulk.ts';

export interface BulkSeatParts extends BulkParts {
  readonly db: Pool;
  readonly approvals: Pick<Approvals, 'ask'>;
  readonly settings: Pick<LiveSettings, 'number'>;
  readonly colleagueOf: (userId: string) => Promise<Colleague>;
  readonly teamwork: { views(by: Staff): Promise<{ readonly views: readonly OfficeView[] }> };
}

/** The record on which a new one is begun. */
export const NEW = 'new';

/** What staff reads once a bulk act was made. */
export function madeOk(id: string, people: number): Outcome<ActDone> {
  return ok({ said: `It is tried on ${people} people now. Nothing is changed.`, opens: deskPath('bulk', id) });
}
