import { createContext, useContext } from 'react';

/**
 * Runs an act. Where the server wants to know again who is there (`StepUpRequired`), asks for password, code or passkey and runs it once more.
 * Closed without an answer it rejects with that refusal, which a caller leaves unsaid: the person knows that they closed it.
 */
export type Guard = <T>(act: () => Promise<T>) => Promise<T>;

/** Asks for password, code or passkey; `no`: closed without an answer. */
export type Prove = () => Promise<'yes' | 'no'>;

export const StepUpContext = createContext<{ readonly guard: Guard; readonly prove: Prove }>({
  guard: (act) => act(),
  prove: async () => 'no',
});

/** For sensitive acts of any feature: `const guard = useStepUp(); await guard(() => client.call(…))`. */
export function useStepUp(): Guard {
  return useContext(StepUpContext).guard;
}

/** For what is shown only after a step-up. */
export function useProve(): Prove {
  return useContext(StepUpContext).prove;
}
