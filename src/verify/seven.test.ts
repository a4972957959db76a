import { describe, expect, it } from 'vitest';
import { STEPS } from './codes.ts';
import { sevenChecks } from './seven.ts';
import type { StepState } from './verify.ts';

const stepsOf = (states: Partial<Record<string, StepState>>) => ({
  steps: STEPS.map((name, i) => ({ no: i + 1, name, state: states[name] ?? 'pass', code: null, detail: null })),
});

describe('the seven checks', () => {
  it('hold every step once', () => {
    expect(sevenChecks(stepsOf({})).map(({ name }) => name)).toEqual([
      'record',
      'rules',
      'start',
      'end',
      'fresh',
      'history',
      'money',
    ]);
    for (const name of STEPS) {
      const failed = sevenChecks(stepsOf({ [name]: 'fail' })).filter(({ state }) => state === 'fail');
      expect(failed, name).toHaveLength(1);
    }
  });

  it('say the worst of their steps', () => {
    const state = (states: Partial<Record<string, StepState>>, name: string) =>
      sevenChecks(stepsOf(states)).find((check) => check.name === name)?.state;
    expect(state({ record: 'pending', history: 'none' }, 'history')).toBe('pending');
    expect(state({ history: 'none' }, 'history')).toBe('pass');
    expect(state({ fresh: 'none' }, 'fresh')).toBe('none');
    expect(state({ result: 'skipped', settlement: 'pending' }, 'money')).toBe('skipped');
  });
});
