import { WalletHistory } from '#web/features/cashier/wallet-history.tsx';
import { CashierFrame } from './cashier-frame.tsx';

export default function WalletHistoryPage() {
  return (
    <CashierFrame section="wallet-history">
      <WalletHistory />
    </CashierFrame>
  );
}
