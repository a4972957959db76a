import { ActivateScreen } from '#web/features/auth/activate-screen.tsx';

export default function Activate() {
  return <ActivateScreen />;
}
