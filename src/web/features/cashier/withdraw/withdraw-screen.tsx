import { useDeferredValue, useState } from 'react';
import { Wallet } from 'lucide-react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { LoadProblem } from '#web/ui/call/load-problem.tsx';
import { EmptyState, Skeleton } from '#web/ui/states.tsx';
import { useBook, type Book } from '../addresses/use-book.ts';
import { BalancePanel } from '../balance-panel.tsx';
import { readAmount } from '../pay-amount.ts';
import { isAddressLike } from './amounts.ts';
import { RequirementsPanel } from './requirements-panel.tsx';
import { useWithdrawalEstimate } from './use-withdraw.ts';
import { WithdrawForm, type Typed } from './withdraw-form.tsx';
import { WithdrawalsPanel } from './withdrawals-panel.tsx';

/** Money to an address of the person's own: the form, what is still in the way, and how far earlier ones are. */
export function WithdrawScreen() {
  const { t } = useTranslation('withdraw');
  const read = useBook();
  const book = read.data;
  if (book === undefined) {
    return read.isError ? (
      <LoadProblem error={read.error} onRetry={() => void read.refetch()} />
    ) : (
      <Skeleton className="h-96" />
    );
  }
  return book.networks.some(({ pays }) => pays) ? (
    <Withdraw book={book} />
  ) : (
    <>
      <div className="card">
        <EmptyState icon={<Wallet aria-hidden />} title={t('none.title')} text={t('none.text')} />
      </div>
      <WithdrawalsPanel />
    </>
  );
}

/** The first network that pays, with an address that may be paid to where there is one. */
function startOf({ networks, items }: Book): Typed {
  const paying = networks.filter(({ pays }) => pays);
  const saved = items.find(({ network }) => paying.some(({ id }) => id === network));
  const network = paying.find(({ id }) => id === saved?.network) ?? paying[0];
  return { network: network?.id ?? '', token: network?.tokens[0] ?? '', saved: saved?.id ?? '', other: '', amount: '' };
}

function Withdraw({ book }: { readonly book: Book }) {
  const [typed, setTyped] = useState(() => startOf(book));
  const address = book.items.find(({ id }) => id === typed.saved)?.address ?? (typed.other.trim() || null);
  const asked = useDeferredValue({
    network: typed.network,
    token: typed.token,
    address: address !== null && isAddressLike(address) ? address : null,
    amount: readAmount(typed.amount),
  });
  const estimate = useWithdrawalEstimate(asked);
  const now = estimate.data;
  if (now === undefined) {
    return estimate.isError ? (
      <LoadProblem error={estimate.error} onRetry={() => void estimate.refetch()} />
    ) : (
      <Skeleton className="h-96" />
    );
  }
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-5">
      <div className="grid min-w-0 gap-4">
        <WithdrawForm book={book} typed={typed} address={address} now={now} onTyped={setTyped} />
        <WithdrawalsPanel />
      </div>
      <div className="grid min-w-0 gap-4">
        <BalancePanel now={now} />
        <RequirementsPanel now={now} />
      </div>
    </div>
  );
}
