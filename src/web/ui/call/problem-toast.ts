import { useCallback } from 'react';
import { showToast } from '../toast.tsx';
import { useProblemOf } from './problem.ts';
import type { ProblemWords } from './problem.ts';

/** Says a problem over the page; one of the same `id` takes the place of the last. */
export function useProblemToast(): (
  error: unknown,
  how: { readonly id: string; readonly words?: ProblemWords },
) => void {
  const problemOf = useProblemOf();
  return useCallback(
    (error, { id, words }) => {
      const problem = problemOf(error, words);
      if (problem === null) return;
      const { title, text } = problem;
      showToast({ id, tone: 'warn', ...(title === '' ? { title: text } : { title, text }) });
    },
    [problemOf],
  );
}
