import type { PoolClient } from 'pg';
import type { StaffRole, Permission } from '#domain/office/permissions.ts';
import type { Outcome } from '#domain/outcome.ts';
import type { ActField, Cell, FilterField, OfficeColumn, OfficeLine, OfficeRow } from '#protocol/office/cells.ts';
import type { ChartHead, FRONT, OfficeChart } from '#protocol/office/charts.ts';
import type { DeskId } from '#protocol/office/desks.ts';
import type { Staff as Colleague } from '#server/audit/index.ts';

/** A member of staff who asks: `by` of the acts of every subject. */
export interface Staff extends Colleague {
  readonly role: StaffRole;
  readonly address: string;
}

/** A page of rows by key, not by number: `after` is the last row of the page before. */
export interface PageAsked {
  readonly limit: number;
  /** `id` of the last row of the page before; null: the first page. */
  readonly after: string | null;
}

export interface RowPage {
  /** At most `limit`. */
  readonly rows: readonly OfficeRow[];
  /** `after` of the next page; null: this is the last. */
  readonly next: string | null;
}

export interface TableSeat<A> {
  readonly columns: readonly OfficeColumn[];
  /** What `after` looks like; a uuid unless said. Anything else is refused as malformed. */
  readonly after?: RegExp;
  /** Has to stay quick with 100,000 rows: by an index, from `after` on. */
  readonly read: (asked: A) => Promise<RowPage>;
}

export interface ListAsked extends PageAsked {
  readonly by: Staff;
  /** Values of the filter's fields, without the empty ones. */
  readonly filter: Readonly<Partial<Record<string, string>>>;
}

/** What a subject gives to a desk: a row of `DESKS`. Each member may come from one subject alone. */
export interface DeskSeat {
  readonly desk: DeskId;
  /** What waits there, for the side navigation; quick, for it is asked often. */
  readonly count?: (by: Staff) => Promise<number>;
  readonly list?: TableSeat<ListAsked> & { readonly filters: readonly FilterField[] };
  readonly record?: RecordSeat;
}

export interface RecordHead {
  readonly title: string;
  readonly subtitle: readonly Cell[];
  readonly chips: readonly Cell[];
  /** The person whom the record is about: notes are sealed with their key. null: nobody. */
  readonly subjectId: string | null;
  /** It changes by itself now: its page is read again and again. */
  readonly moves?: true;
}

export interface RecordSeat {
  /** What `id` looks like; a uuid unless said. */
  readonly id?: RegExp;
  /** null: there is none. That somebody opened it is written down by the frame. */
  readonly read: (id: string, by: Staff) => Promise<RecordHead | null>;
}

export interface RecordAsked extends PageAsked {
  readonly id: string;
  readonly by: Staff;
}

interface PartBase {
  /** The desk whose records it is a part of; any subject may add one. */
  readonly desk: DeskId;
  readonly id: string;
  readonly title: string;
  /** Who sees it. */
  readonly permission: Permission;
  /** Parts stand in this order; 50 unless said. */
  readonly order?: number;
}

export type PartSeat = PartBase &
  (
    | {
        readonly place: 'facts';
        readonly lines: (asked: Omit<RecordAsked, keyof PageAsked>) => Promise<readonly OfficeLine[]>;
      }
    /** A few numbers over the record. */
    | {
        readonly place: 'tiles';
        readonly lines: (asked: Omit<RecordAsked, keyof PageAsked>) => Promise<readonly OfficeLine[]>;
      }
    | { readonly place: 'tab'; readonly table: TableSeat<RecordAsked> }
  );

export interface Happened {
  readonly id: string;
  /** ms. */
  readonly at: number;
  readonly title: string;
  readonly text?: string;
  /** A member of staff; null: the person themselves, or the product. */
  readonly by?: string | null;
}

/** Tells of a record's past, newest first. The pages of several are merged by time. */
export interface TimelineSeat {
  readonly desk: DeskId;
  readonly permission: Permission;
  /** What happened before `before` (ms; null: up to now), newest first, at most `limit`. */
  readonly read: (asked: {
    readonly id: string;
    readonly before: number | null;
    readonly limit: number;
    readonly by: Staff;
  }) => Promise<readonly Happened[]>;
}

/** Answers for Ctrl-K. */
export interface SearchSeat {
  readonly desk: DeskId;
  /** Over what it finds: "People". */
  readonly title: string;
  /** Best first, at most `limit`; within 100 ms with a million people, so by an index. Who may not see a field finds nothing by it. */
  readonly find: (text: string, asked: { readonly by: Staff; readonly limit: number }) => Promise<readonly Found[]>;
}

export interface Found {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  /** Where it is found at another desk than its seat's. */
  readonly desk?: DeskId;
}

export interface ActAsked {
  readonly id: string;
  readonly by: Staff;
}

/** What an act is done with; the reason was asked for; `fields` are as they were typed, and may be wrong. */
export interface ActDoing extends ActAsked {
  readonly reason: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** An act on a record. It writes its audit line itself, in the transaction of the act. */
export interface ActSeat {
  readonly desk: DeskId;
  readonly id: string;
  readonly label: string;
  /** What it does, in a sentence. */
  readonly text: string;
  readonly permission: Permission;
  /** The rule that allows it, in a sentence: shown beside it. */
  readonly rule: string;
  readonly danger?: true;
  /** 2: it makes a request that somebody else approves. */
  readonly people?: 2;
  /** Wants a step-up: it moves money or shows personal data in clear. */
  readonly stepUp?: true;
  readonly fields?: readonly ActField[] | ((asked: ActAsked) => Promise<readonly ActField[]>);
  /** Acts stand in this order; 50 unless said. */
  readonly order?: number;
  /** Is it one for this record? Left out where not; for every record unless said. */
  readonly on?: (id: string) => boolean;
  /** The rule that refuses it for this record now, in a sentence; null: none does. */
  readonly refuses: (asked: ActAsked) => Promise<string | null>;
  /** Done, with a sentence that says what was done. */
  readonly run: (act: ActDoing) => Promise<Outcome<string | ActDone>>;
  /**
   * The same inside a transaction that is given to it: nothing of it leaves the transaction, so that it can be tried and rolled back. What has it
   * can be done to many people at once. Made with `run` by `transacted`.
   */
  readonly within?: (tx: PoolClient, act: ActDoing) => Promise<Outcome<string>>;
  /** Id of the act of the desk that takes this one back. */
  readonly undo?: string;
}

/** What an act has done, where a sentence isn’t all that is shown of it. */
export interface ActDone {
  readonly said: string;
  /** Shown beside the act for 5 minutes, and kept nowhere. */
  readonly lines?: readonly OfficeLine[];
  /** An address that is offered to be opened, as long. */
  readonly opens?: string;
  /** Nothing was done yet: the act stays open with what was typed, and shows its lines there. */
  readonly stays?: true;
}

/** A figure as a chart. It is read at each visit: from sums that are kept, or by an index, never from all rows there are. */
export interface ChartSeat extends Omit<ChartHead, 'note' | 'by'> {
  /** `front`: the page that one comes in by. */
  readonly place: typeof FRONT | DeskId;
  readonly permission: Permission;
  readonly note?: string;
  /** `day` unless said. */
  readonly by?: ChartHead['by'];
  /** Charts stand in this order; 50 unless said. */
  readonly order?: number;
  /** `days`: UTC days, oldest first, today the last. */
  readonly read: (days: readonly string[]) => Promise<OfficeChart>;
}

/** What a subject brings to the back office: `office` of its manifest. */
export interface OfficeSeat {
  readonly desks?: readonly DeskSeat[];
  readonly parts?: readonly PartSeat[];
  readonly timelines?: readonly TimelineSeat[];
  readonly searches?: readonly SearchSeat[];
  readonly acts?: readonly ActSeat[];
  readonly charts?: readonly ChartSeat[];
}
