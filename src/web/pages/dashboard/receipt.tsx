import { ReceiptScreen } from '#web/features/receipt/receipt-screen.tsx';

export default function Receipt() {
  return <ReceiptScreen />;
}
