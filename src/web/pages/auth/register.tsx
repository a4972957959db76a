import { LoginScreen } from '#web/features/auth/login-screen.tsx';

export default function Register() {
  return <LoginScreen first="register" />;
}
