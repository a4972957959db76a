import type { Ask, Reply } from './engine.ts';

/** Faults of the simulator itself, for the test of the test. */
export interface Sabotage {
  readonly ackEarly?: boolean;
  readonly forgetKeys?: boolean;
  readonly noFence?: boolean;
}

export interface RunOptions {
  readonly seed: number;
  readonly sabotage?: Sabotage;
  /** Numbers of commands to leave out. */
  readonly without?: ReadonlySet<number>;
}

export interface RunReport {
  readonly seed: number;
  readonly hash: string;
  readonly faults: string;
  readonly error: Error | null;
  /** Commands that were sent, in their order. */
  readonly commands: readonly string[];
  readonly sent: readonly number[];
  readonly counts: Readonly<Record<string, number>>;
}

/** What a person waits for, or was told. */
export interface Errand {
  readonly key: string;
  readonly ask: Ask;
  sends: number;
  reply: Reply | null;
}
