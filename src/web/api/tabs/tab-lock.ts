/** Longer than a call may take (`client.ts`): who holds the lock for so long is a tab that hangs or that the browser has halted, ms. */
const WAIT_MS = 15_000;

/**
 * Runs alone among the tabs of this origin. A tab that holds the lock for ever does not stop the others: after `waitMs` the lock is taken
 * from it. What it runs is not ended by that and its caller gets its answer; a cookie renewed by both within ten seconds gives both the same.
 */
export async function runAlone<T>(
  locks: Pick<LockManager, 'request'>,
  { name, waitMs = WAIT_MS }: { readonly name: string; readonly waitMs?: number },
  run: () => Promise<T>,
): Promise<T> {
  let begun: Promise<T> | undefined;
  const begin = (): Promise<T> => (begun ??= run());
  // What it rejects with is the answer of what runs, or that the lock did not come or was taken away.
  const ask = (how: LockOptions) => locks.request(name, how, begin).catch(() => undefined);
  await ask({ signal: AbortSignal.timeout(waitMs) });
  if (begun === undefined) await ask({ steal: true });
  return begin();
}
