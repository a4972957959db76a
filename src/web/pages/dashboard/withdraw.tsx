import { WithdrawScreen } from '#web/features/cashier/withdraw/withdraw-screen.tsx';
import { CashierFrame } from './cashier-frame.tsx';

export default function Withdraw() {
  return (
    <CashierFrame section="withdraw">
      <WithdrawScreen />
    </CashierFrame>
  );
}
