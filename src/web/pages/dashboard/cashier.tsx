import { PayScreen } from '#web/features/cashier/pay-screen.tsx';
import { CashierFrame } from './cashier-frame.tsx';

export default function Cashier() {
  return (
    <CashierFrame section="cashier">
      <PayScreen />
    </CashierFrame>
  );
}
