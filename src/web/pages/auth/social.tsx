import { SocialScreen } from '#web/features/auth/social-screen.tsx';

export default function Social() {
  return <SocialScreen />;
}
