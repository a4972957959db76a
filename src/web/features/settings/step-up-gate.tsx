import { useCallback, useState } from 'react';
import type { ReactNode } from 'react';
import { ApiError } from '#web/api/api-error.ts';
import { StepUpContext } from '#web/step-up-context.ts';
import type { Guard } from '#web/step-up-context.ts';
import { StepUpDialog } from './step-up-dialog.tsx';

interface Asking {
  readonly answer: (proved: 'yes' | 'no') => void;
}

/** Asks for password, code or passkey whenever the server wants to know again who is there. */
export function StepUpGate({ children }: { readonly children: ReactNode }) {
  const [asking, setAsking] = useState<Asking | null>(null);
  const guard = useCallback<Guard>(async (act) => {
    try {
      return await act();
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'StepUpRequired') throw error;
      const proved = await new Promise<'yes' | 'no'>((answer) => setAsking({ answer }));
      setAsking(null);
      if (proved === 'no') throw error;
      return act();
    }
  }, []);
  return (
    <StepUpContext.Provider value={guard}>
      {children}
      {asking === null ? null : <StepUpDialog onAnswer={asking.answer} />}
    </StepUpContext.Provider>
  );
}
