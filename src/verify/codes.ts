/** The steps of docs/rules/proofs.md#steps-of-the-verifier, in order. */
export const STEPS = [
  'form',
  'keys',
  'admission',
  'rules',
  'record',
  'adjacent',
  'entry',
  'exit',
  'fresh',
  'result',
  'settlement',
  'history',
] as const;
export type StepName = (typeof STEPS)[number];

/** Every reason for which a receipt can fail, and the step that finds it. A closed list: nothing else is ever said. */
export const CODES = {
  FORM: 'form',
  IDS_DIFFER: 'form',
  RESULT_OF_ANOTHER: 'form',
  ROOT_KEY: 'keys',
  MANIFEST_SIGNATURE: 'keys',
  KEY_ID: 'keys',
  KEY_UNKNOWN: 'keys',
  KEY_USE: 'keys',
  KEY_NOT_VALID_THEN: 'keys',
  ADMISSION_ROOT: 'admission',
  ADMISSION_SIGNATURE: 'admission',
  ADMISSION_TIME: 'admission',
  RULES_HASH: 'rules',
  RULES_UNKNOWN: 'rules',
  RULES_PAIR: 'rules',
  TICK_RECORD: 'record',
  TICK_PAIR: 'record',
  TICKS_HASH: 'record',
  SEGMENT_SHAPE: 'record',
  TICK_ROOT: 'record',
  HOUR_ROOT: 'record',
  HOUR_SIGNATURE: 'record',
  NOT_ADJACENT: 'adjacent',
  SEGMENTS_APART: 'adjacent',
  ENTRY_MISSING: 'entry',
  ENTRY_BEFORE_ADMISSION: 'entry',
  ENTRY_TOO_SOON: 'entry',
  ENTRY_TOO_LATE: 'entry',
  ENTRY_NOT_FIRST: 'entry',
  NO_ENTRY_UNFOUNDED: 'entry',
  EXIT_MISSING: 'exit',
  EXIT_NOT_LAST: 'exit',
  EXIT_BEFORE_ENTRY: 'exit',
  EXIT_NAMES_ANOTHER: 'exit',
  SALE_TICK: 'exit',
  NOT_FRESH: 'fresh',
  VOID_UNFOUNDED: 'fresh',
  OUTCOME: 'result',
  ROUND_RUN: 'adjacent',
  ROUND_AVERAGE: 'result',
  CREDIT: 'result',
  VOID_REASON: 'result',
  LEAF_TWICE: 'form',
  SUM_ROOT: 'record',
  SUM_RANGE: 'result',
  SUM_TOTAL: 'result',
  SETTLEMENT_ROOT: 'settlement',
  SETTLEMENT_SIGNATURE: 'settlement',
  SETTLEMENT_TIME: 'settlement',
  CORRECTION_ROOT: 'settlement',
  CORRECTION_SIGNATURE: 'settlement',
  CORRECTION_UNFOUNDED: 'settlement',
  CORRECTION_MISSING: 'settlement',
  FORKED_HISTORY: 'history',
  NOT_PUBLISHED: 'history',
  SEGMENT_FILE: 'history',
  CHAIN: 'history',
  ADMISSION_HEAD: 'history',
  BREAK_BETWEEN: 'history',
} as const satisfies Readonly<Record<string, StepName>>;
export type Code = keyof typeof CODES;

/** What is wrong with a receipt. Thrown inside the verifier, which answers with the code. */
export class Fault extends Error {
  readonly code: Code;

  constructor(code: Code, detail: string) {
    super(detail);
    this.code = code;
  }
}

/** Throws the fault unless `holds`. */
export function must(holds: boolean, code: Code, detail: string): asserts holds {
  if (!holds) throw new Fault(code, detail);
}
