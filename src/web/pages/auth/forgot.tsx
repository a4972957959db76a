import { ForgotScreen } from '#web/features/auth/forgot-screen.tsx';

export default function Forgot() {
  return <ForgotScreen />;
}
