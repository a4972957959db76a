import { LegalPage } from './legal-page.tsx';

export const handle = { static: true };

export default function Risk() {
  return <LegalPage document="risk" />;
}
