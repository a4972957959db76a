import { LoginScreen } from '#web/features/auth/login-screen.tsx';

export default function Login() {
  return <LoginScreen first="login" />;
}
