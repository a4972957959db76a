import { LegalPage } from './legal-page.tsx';

export const handle = { static: true };

export default function ResponsibleTrading() {
  return <LegalPage document="responsible-trading" />;
}
