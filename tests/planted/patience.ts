/** Nothing that a run waits for takes a tenth of it, ms. */
const PATIENCE_MS = 10_000;

/** Asks until it holds; throws, saying what was waited for, when it does not in 10 s. */
export async function until(holds: () => Promise<boolean>, what: string): Promise<void> {
  const end = performance.now() + PATIENCE_MS;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`in vain waited for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** What a promise gives; throws, saying what was waited for, when it does not in 10 s. */
export function soon<T>(promise: Promise<T>, what: string): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`in vain waited for ${what}`)), PATIENCE_MS);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
