import type { Actor } from '#domain/identity/actor.ts';
import type { Outcome } from '#domain/outcome.ts';
import type { ConsentBody, ConsentsWire, ExportWire, LooksWire } from '#protocol/privacy.ts';

/** Who asks, from where, and in which language (route code) they read. */
export interface Asking {
  readonly actor: Actor;
  readonly address: string;
  readonly locale: string;
}

export interface ExportFile {
  readonly fileName: string;
  /** Of its bytes. */
  readonly type: string;
  readonly bytes: Buffer;
}

/**
 * What people may do with their own data. Who asks has been checked by http: the role, and for files and the end of an account that the person
 * has proved again who they are.
 */
export interface Privacy {
  consents(userId: string): Promise<ConsentsWire>;
  /** InvalidRequest for a version that is not in force. */
  agree(asking: Asking, body: ConsentBody): Promise<Outcome<ConsentsWire>>;
  /** InvalidRequest `leaveBalance` where money is left and this was not said. */
  close(asking: Asking, leaveBalance: boolean): Promise<Outcome<{ readonly finalAt: number }>>;
  keep(token: string): Promise<Outcome<null>>;
  askExport(asking: Asking): Promise<ExportWire>;
  export(userId: string): Promise<ExportWire>;
  /** A signed-in caller gets only their own. */
  exportFile(file: {
    readonly token: string;
    readonly part: number;
    readonly actor: Actor | null;
  }): Promise<Outcome<ExportFile>>;
  /** When staff saw what is masked of the person otherwise, newest first. */
  looks(userId: string): Promise<LooksWire>;
  /** Makes the files that were asked for, and drops those whose time is over. */
  makeExports(): Promise<void>;
  /** One round of what is due: accounts that become final, keys whose time has come. */
  work(): Promise<void>;
  /** Does a round now and then. */
  start(): void;
  stop(): Promise<void>;
}
