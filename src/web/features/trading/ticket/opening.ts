/** Time left in whole parts, for the countdown to an opening. A started second counts; never below zero. */
export function countdownParts(ms: number): {
  readonly days: number;
  readonly hours: number;
  readonly minutes: number;
  readonly seconds: number;
} {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  return {
    days: Math.floor(seconds / 86_400),
    hours: Math.floor(seconds / 3600) % 24,
    minutes: Math.floor(seconds / 60) % 60,
    seconds: seconds % 60,
  };
}
