import { useDeferredValue, useState } from 'react';
import { LoadProblem } from '#web/ui/call/load-problem.tsx';
import { Skeleton } from '#web/ui/states.tsx';
import { BalancePanel, PayIdPanel } from './balance-panel.tsx';
import { GatesPanel } from './gates-panel.tsx';
import { HeldPanel } from './held-panel.tsx';
import { readAmount } from './pay-amount.ts';
import { PayForm } from './pay-form.tsx';
import { LinkedRequest, RequestsPanel } from './requests/requests-panel.tsx';
import { usePaymentEstimate } from './use-cashier.ts';

/** Money to another person: the form, and beside it what there is and what is still in the way. */
export function PayScreen() {
  const [typed, setTyped] = useState('');
  const standing = usePaymentEstimate(useDeferredValue(readAmount(typed)));
  const now = standing.data;
  if (standing.isError && now === undefined) {
    return <LoadProblem error={standing.error} onRetry={() => void standing.refetch()} />;
  }
  if (now === undefined) return <Skeleton className="h-96" />;
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-5">
      <div className="grid min-w-0 gap-4">
        <LinkedRequest />
        <HeldPanel />
        <PayForm now={now} onAmount={setTyped} />
        <RequestsPanel />
      </div>
      <div className="grid min-w-0 gap-4">
        <BalancePanel now={now} />
        <GatesPanel gates={now.gates} toPlay={now.toPlayStr} />
        <PayIdPanel payId={now.payId} />
      </div>
    </div>
  );
}
