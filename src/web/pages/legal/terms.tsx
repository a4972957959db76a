import { LegalPage } from './legal-page.tsx';

export const handle = { static: true };

export default function Terms() {
  return <LegalPage document="terms" />;
}
