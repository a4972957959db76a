import { BookScreen } from '#web/features/cashier/addresses/book-screen.tsx';
import { CashierFrame } from './cashier-frame.tsx';

export default function AddressBook() {
  return (
    <CashierFrame section="address-book">
      <BookScreen />
    </CashierFrame>
  );
}
