import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { ApiError } from '#web/api/api-error.ts';
import { SECURITY } from '#web/api/security.ts';
import { StepUpContext } from '#web/step-up-context.ts';
import type { Guard, Prove } from '#web/step-up-context.ts';
import { StepUpDialog } from './step-up-dialog.tsx';

interface Asking {
  readonly answer: (proved: 'yes' | 'no') => void;
}

/** Asks for password, code or passkey whenever the server wants to know again who is there, or a screen does. */
export function StepUpGate({ children }: { readonly children: ReactNode }) {
  const queries = useQueryClient();
  const [asking, setAsking] = useState<Asking | null>(null);
  const gate = useMemo(() => {
    const prove: Prove = async () => {
      const proved = await new Promise<'yes' | 'no'>((answer) => setAsking({ answer }));
      setAsking(null);
      // What is masked until a step-up is shown in clear, wherever it was asked for.
      if (proved === 'yes') void queries.invalidateQueries({ queryKey: [SECURITY] });
      return proved;
    };
    const guard: Guard = async (act) => {
      try {
        return await act();
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'StepUpRequired') throw error;
        if ((await prove()) === 'no') throw error;
        return act();
      }
    };
    return { guard, prove };
  }, [queries]);
  return (
    <StepUpContext.Provider value={gate}>
      {children}
      {asking === null ? null : <StepUpDialog onAnswer={asking.answer} />}
    </StepUpContext.Provider>
  );
}
