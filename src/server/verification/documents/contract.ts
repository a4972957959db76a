import type { Outcome } from '#domain/outcome.ts';
import type { DocumentName, DocumentSide } from '#domain/verification/documents.ts';
import type { DocumentStatuses } from '#domain/verification/tiers.ts';
import type { DocumentsWire, FileWire, LinkWire, ViewWire } from '#protocol/verification/documents.ts';
import type { Queryable } from '#server/db/index.ts';

/** A file that is about to come. */
export interface FileAhead {
  readonly document: DocumentName;
  readonly side: DocumentSide;
  /** Bytes. */
  readonly size: number;
  /** Hex. */
  readonly sha256: string;
}

/** Documents of people, as they themselves send and see them. */
export interface Documents {
  read(userId: string): Promise<DocumentsWire>;
  /** How each stands, for whoever holds something back by it. */
  statusesOf(db: Queryable, userId: string): Promise<DocumentStatuses>;
  /** A place for a file; the same file again goes on where it stopped. UploadError where the document is not taken now. */
  begin(userId: string, file: FileAhead): Promise<Outcome<FileWire>>;
  /** The bytes from `at` on. Those that were there before change nothing. */
  addPart(
    userId: string,
    part: { readonly id: string; readonly at: number; readonly bytes: Buffer },
  ): Promise<Outcome<FileWire>>;
  /** All has come: it is checked, drawn anew and kept. Said twice, it is done once. UploadError where it is not kept. */
  finish(userId: string, id: string): Promise<Outcome<FileWire>>;
  /** Takes a file back that was not sent for review. */
  drop(userId: string, id: string): Promise<Outcome<null>>;
  /** Sends what is ready for review. The same files again are no second review. */
  send(
    userId: string,
    sending: { readonly document: DocumentName; readonly form: string; readonly files: readonly string[] },
  ): Promise<Outcome<DocumentsWire>>;
  /** Asks that a refusal for good be looked at by somebody else. */
  appeal(userId: string, document: DocumentName): Promise<Outcome<DocumentsWire>>;
  /** An address of one's own picture, for a minute. */
  link(userId: string, id: string): Promise<Outcome<LinkWire>>;
  /** Does a court or an inquiry want what is held of the person? Then nothing of it goes. */
  isHeld(db: Queryable, userId: string): Promise<boolean>;
  /** Removes every object of the person; again, if asked again. */
  forget(userId: string): Promise<void>;
  /** Which of staff looked at what, newest first. */
  views(userId: string): Promise<readonly ViewWire[]>;
}
