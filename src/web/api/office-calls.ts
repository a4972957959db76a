import lines from 'virtual:office-call-lines';
import { CALLS } from './calls.ts';

/** Lets the client make the calls of the back office, which no other page has the lines of. */
export function knowOfficeCalls(): void {
  Object.assign(CALLS, lines);
}
