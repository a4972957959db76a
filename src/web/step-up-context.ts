import { createContext, useContext } from 'react';

/**
 * Runs an act. Where the server wants to know again who is there (`StepUpRequired`), asks for password, code or passkey and runs it once more.
 * Closed without an answer it rejects with that refusal, which a caller leaves unsaid: the person knows that he closed it.
 */
export type Guard = <T>(act: () => Promise<T>) => Promise<T>;

export const StepUpContext = createContext<Guard>((act) => act());

/** For sensitive acts of any feature: `const guard = useStepUp(); await guard(() => client.call(…))`. */
export function useStepUp(): Guard {
  return useContext(StepUpContext);
}
