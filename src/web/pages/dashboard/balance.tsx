import { BalanceScreen } from '#web/features/cashier/balance-screen.tsx';
import { CashierFrame } from './cashier-frame.tsx';

export default function Balance() {
  return (
    <CashierFrame section="balance">
      <BalanceScreen />
    </CashierFrame>
  );
}
