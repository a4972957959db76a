import { AccountScreen } from '#web/features/account/account-screen.tsx';

export default function Account() {
  return <AccountScreen />;
}
