import type { Outcome } from '#domain/outcome.ts';
import type { OfficeTable } from '#protocol/office/cells.ts';
import type {
  Colleague,
  OfficeActDone,
  OfficeFrame,
  OfficeList,
  OfficeNote,
  OfficeRecord,
  OfficeSearch,
  OfficeTimeline,
  OfficeView,
} from '#protocol/office/office.ts';
import type { Staff } from '#server/desk/index.ts';

/** A record, as an address names it. */
export interface AskedRecord {
  readonly desk: string;
  readonly id: string;
}

export interface AskedPage {
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

/** The frame that all desks stand in. Each refuses with the permission that is missing. */
export interface Office {
  frame(by: Staff): Promise<OfficeFrame>;
  search(by: Staff, text: string): Promise<OfficeSearch>;
  list(
    by: Staff,
    asked: AskedPage & { readonly desk: string; readonly filter?: string | undefined },
  ): Promise<Outcome<OfficeList>>;
  record(by: Staff, asked: AskedRecord): Promise<Outcome<OfficeRecord>>;
  part(by: Staff, asked: AskedRecord & AskedPage & { readonly part: string }): Promise<Outcome<OfficeTable>>;
  timeline(by: Staff, asked: AskedRecord & AskedPage): Promise<Outcome<OfficeTimeline>>;
  act(
    by: Staff,
    asked: AskedRecord & {
      readonly act: string;
      readonly reason: string;
      readonly fields: Readonly<Record<string, string>>;
    },
  ): Promise<Outcome<OfficeActDone>>;
}

type Lock = OfficeRecord['lock'];

/** What colleagues leave on records: notes, tags, locks; and their saved filters. */
export interface Teamwork {
  /** What stands on a record, for its page. */
  on(
    by: Staff,
    record: AskedRecord,
  ): Promise<{ readonly notes: OfficeNote[]; readonly tags: string[]; readonly lock: Lock }>;
  note(by: Staff, record: AskedRecord, text: string): Promise<Outcome<OfficeNote>>;
  tag(by: Staff, record: AskedRecord, tags: readonly string[]): Promise<Outcome<{ readonly tags: string[] }>>;
  lock(by: Staff, record: AskedRecord, how: 'keep' | 'take' | 'leave'): Promise<Outcome<{ readonly lock: Lock }>>;
  views(by: Staff): Promise<{ readonly views: OfficeView[] }>;
  saveView(
    by: Staff,
    view: { readonly desk: string; readonly name: string; readonly filter: string; readonly shared: boolean },
  ): Promise<Outcome<OfficeView>>;
  dropView(by: Staff, id: string): Promise<Outcome<null>>;
}

/** What the frame asks of the subject that knows colleagues. */
export type ColleagueOf = (userId: string) => Promise<Colleague>;
