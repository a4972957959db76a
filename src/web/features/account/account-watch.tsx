import { AgreeAgain } from './agree-again.tsx';
import { useCookieRecord } from './use-cookie-record.ts';
import { useLook } from './use-look.ts';

/** What goes with a signed-in person through every page: the look of all devices, the choice of cookies, and texts that want a new yes. */
export function AccountWatch() {
  useLook();
  useCookieRecord();
  return <AgreeAgain />;
}
