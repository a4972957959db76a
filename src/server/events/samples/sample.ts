import type { Pool } from 'pg';
import type { Category } from '#domain/events/terms.ts';
import type { EventOutcome } from '#domain/events/life.ts';
import type { Staff } from '#server/audit/index.ts';
import type { MoveParts } from '../moves.ts';

/** How far a sample goes: it stays in this state, or ends so. */
export type SampleEnd =
  | 'DRAFT'
  | 'REVIEW'
  | 'OPEN'
  | 'PAUSED'
  | 'CLOSED'
  | 'PROPOSED'
  | 'CHALLENGE'
  | 'DISPUTED'
  | 'VOIDED'
  | Exclude<EventOutcome, 'TIE'>
  | 'TIE';

/** An event that a sandbox shows. `{date}` in its texts is the day of its cut-off. */
export interface SampleEvent {
  readonly category: Category;
  /** Of its market too. */
  readonly title: string;
  readonly summary: string;
  readonly tags: readonly string[];
  /** What makes it YES. */
  readonly rules: string;
  readonly source: string;
  readonly backupSource: string;
  readonly threshold: string;
  readonly closesInDays: number;
  readonly timeZone: string;
  /** Where its simulated trading ends, hundredths. */
  readonly chance: number;
  /** Outcomes of which exactly one comes true, with where the trading of each ends: the first one does, or comes in level with the second. */
  readonly outcomes?: readonly { readonly title: string; readonly chance: number }[];
  /** What came out of its last outcome, which stands for the rest: names, and parts of its chance in thousandths. Such a sample stays open. */
  readonly split?: readonly { readonly title: string; readonly part: number }[];
  /** OPEN unless said. */
  readonly end?: SampleEnd;
  /** Why its result was rejected when it was proposed first. */
  readonly rejected?: string;
}

export interface SampleParts extends MoveParts {
  readonly db: Pool;
  readonly howMany: 'all' | 'few';
}

/** Colleagues and one person of a sandbox by whom its samples are moved. */
export interface SampleHands {
  readonly editor: Staff;
  readonly lead: Staff;
  readonly resolver: Staff;
  readonly second: Staff;
  readonly personId: string;
}
