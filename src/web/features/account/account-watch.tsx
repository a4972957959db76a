import { AgreeAgain } from './agree-again.tsx';
import { useLook } from './use-look.ts';

/** What goes with a signed-in person through every page: the look of all devices, and texts that want a new yes. */
export function AccountWatch() {
  useLook();
  return <AgreeAgain />;
}
