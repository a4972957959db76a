import { LegalPage } from './legal-page.tsx';

export const handle = { static: true };

export default function Privacy() {
  return <LegalPage document="privacy" />;
}
