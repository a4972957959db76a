import { ResetScreen } from '#web/features/auth/reset-screen.tsx';

export default function Reset() {
  return <ResetScreen />;
}
