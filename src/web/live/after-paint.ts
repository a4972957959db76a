/** A page that is put aside gets no frames: what was begun on it is not kept waiting longer than this. */
const LATEST_MS = 100;

/** Runs once the screen shows what has just been drawn, so that an answer to a finger waits for nothing else. */
export function afterPaint(run: () => void): void {
  let ran = false;
  const once = () => {
    if (ran) return;
    ran = true;
    run();
  };
  // The frame begins with this call and ends with the paint; a task of its own comes after both.
  requestAnimationFrame(() => setTimeout(once));
  setTimeout(once, LATEST_MS);
}
