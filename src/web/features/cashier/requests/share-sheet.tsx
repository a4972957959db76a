import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useFormats } from '#web/shell-context.ts';
import { Button } from '#web/ui/button.tsx';
import { Sheet } from '#web/ui/sheet.tsx';
import { QrCode } from '../deposits/qr-code.tsx';
import type { Request } from './shown.ts';
import { useLinkOf } from './use-requests.ts';

/** The link of a request, to send and to show. */
export function ShareSheet({ request, onClose }: { readonly request: Request; readonly onClose: () => void }) {
  const { t } = useTranslation('cashier');
  const formats = useFormats();
  const [copied, setCopied] = useState(false);
  const address = useLinkOf()(request.id);
  const copy = () => {
    navigator.clipboard.writeText(address).then(
      () => setCopied(true),
      () => undefined,
    );
  };
  const words = {
    amount: formats.money(request.amountStr),
    until: formats.deadline(Date.parse(request.expiresAt)),
  };
  return (
    <Sheet open onOpenChange={onClose} title={t('req.link')}>
      <div className="grid justify-items-center gap-4">
        <QrCode text={address} label={t('req.qr')} />
        <p className="text-13 text-mut text-pretty">{t('req.link_text', words)}</p>
        <bdi dir="ltr" className="w-full rounded-btn bg-s2 p-3 font-mono text-12 break-all select-all">
          {address}
        </bdi>
        <Button variant="primary" size="lg" wide onClick={copy}>
          {copied ? <Check aria-hidden className="size-4" /> : <Copy aria-hidden className="size-4" />}
          {t(copied ? 'payid.copied' : 'req.copy')}
        </Button>
      </div>
    </Sheet>
  );
}
