/**
 * Waits until at least `roomMs` are left of the running UTC step of `stepMs` (an hour, a day), and until it has begun 5 s ago where it waited:
 * for tests of what ends with such a step. Hardly ever waits, and then not longer than `roomMs` and 5 s.
 */
export async function roomIn(stepMs: number, roomMs: number): Promise<void> {
  const left = stepMs - (Date.now() % stepMs);
  if (left < roomMs) await new Promise((resolve) => setTimeout(resolve, left + 5_000));
}
