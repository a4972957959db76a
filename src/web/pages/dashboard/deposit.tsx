import { DepositScreen } from '#web/features/cashier/deposits/deposit-screen.tsx';
import { CashierFrame } from './cashier-frame.tsx';

export default function Deposit() {
  return (
    <CashierFrame section="deposit">
      <DepositScreen />
    </CashierFrame>
  );
}
