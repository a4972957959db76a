import { PayScreen } from '#web/features/cashier/pay-screen.tsx';
import { CashierFrame } from './cashier-frame.tsx';

export default function Pay() {
  return (
    <CashierFrame section="pay-user">
      <PayScreen />
    </CashierFrame>
  );
}
