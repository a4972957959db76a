/** Stands in a test build for src/server/crash-points.ts: CRASH_AT="fence.held 3" kills the process at its third pass of that point. */
import type { CrashPoint } from '#server/crash-points.ts';

const [wanted = '', passes = '0'] = (process.env['CRASH_AT'] ?? '').split(' ');
let left = Number(passes);

export function crashAt(point: CrashPoint): void {
  if (point !== wanted) return;
  left -= 1;
  if (left === 0) process.kill(process.pid, 'SIGKILL');
}
