import { useCallback, useEffect, useRef } from 'react';

/** A function that stays the same and always does the newest: lists that get it need not be drawn anew. For events, not for rendering. */
export function useSteady<A extends readonly unknown[], R>(act: (...given: A) => R): (...given: A) => R {
  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  });
  return useCallback((...given: A) => latest.current(...given), []);
}
