import type { StepName } from './codes.ts';
import type { StepState, Verdict } from './verify.ts';

/** The twelve steps as the seven questions that people ask. */
const SEVEN = [
  ['record', ['form', 'keys', 'admission']],
  ['rules', ['rules']],
  ['start', ['entry']],
  ['end', ['adjacent', 'exit']],
  ['fresh', ['fresh']],
  ['history', ['record', 'history']],
  ['money', ['result', 'settlement']],
] as const satisfies readonly (readonly [string, readonly StepName[]])[];
export type CheckName = (typeof SEVEN)[number][0];

export interface Check {
  readonly name: CheckName;
  readonly state: StepState;
}

/** Worst first: what one of the steps says counts for all of its question. */
const ORDER: readonly StepState[] = ['fail', 'skipped', 'pending', 'pass', 'none'];

export function sevenChecks({ steps }: Pick<Verdict, 'steps'>): readonly Check[] {
  return SEVEN.map(([name, parts]) => {
    const own = steps.filter((step) => (parts as readonly StepName[]).includes(step.name));
    return { name, state: ORDER.find((state) => own.some((step) => step.state === state)) ?? 'none' };
  });
}
