import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import type { CallAnswer } from '#web/api/calls.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useFormats } from '#web/shell-context.ts';
import { Button } from '#web/ui/button.tsx';
import { useSend } from '#web/ui/call/use-call.ts';
import { Form, FormEnd } from '#web/ui/form/form.tsx';
import { TextArea } from '#web/ui/form/text-area.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { Sheet } from '#web/ui/sheet.tsx';
import { browserWallet, signIn, type Signed } from './browser-wallet.ts';
import { useBookChanged, type Saved } from './use-book.ts';

export type Asked = CallAnswer<'cashier.beginProof'>;
const LONGEST_SIGNATURE = 6_000;

interface ProveSheetProps {
  readonly saved: Saved;
  /** What is to be signed. */
  readonly asked: Asked;
  readonly onClose: () => void;
}

/** Proves that the wallet of an address is the person's own: by the wallet of the browser, or by a text that is signed elsewhere. */
export function ProveSheet({ saved, asked, onClose }: ProveSheetProps) {
  const { t } = useTranslation('cashier');
  const formats = useFormats();
  const changed = useBookChanged();
  const call = useSend('cashier.prove', {
    onDone: (book) => {
      changed(book);
      onClose();
    },
  });
  const send = (signature: string) =>
    call.send({ params: { id: saved.id }, body: { nonce: asked.nonce, signature: signature.trim() } });
  const form = useForm({
    start: { signature: '' },
    call,
    missing: ({ signature }) => (signature.trim() === '' ? { name: 'signature', says: t('prove.missing') } : null),
    send: ({ signature }) => send(signature),
  });
  return (
    <Sheet
      open
      onOpenChange={onClose}
      title={t('prove.title')}
      description={t('prove.text', { until: formats.deadline(Date.parse(asked.expiresAt)) })}
    >
      <div className="grid gap-4">
        {asked.chainId === null ? null : <InBrowser address={saved.address} asked={asked} onSigned={send} />}
        <Message message={asked.message} />
        <Form form={form}>
          <TextArea
            label={t('prove.signature')}
            hint={t('prove.signature_hint')}
            dir="ltr"
            rows={3}
            autoComplete="off"
            spellCheck={false}
            maxLength={LONGEST_SIGNATURE}
            {...form.field('signature')}
          />
          <FormEnd form={form} says={t('prove.send')} busy={t('prove.sending')} />
        </Form>
      </div>
    </Sheet>
  );
}

/** The wallet of the browser, where it has one. */
function InBrowser(props: {
  readonly address: string;
  readonly asked: Asked;
  readonly onSigned: (signature: string) => unknown;
}) {
  const { address, asked, onSigned } = props;
  const { t } = useTranslation('cashier');
  const [failed, setFailed] = useState<Exclude<Signed, object> | null>(null);
  const wallet = browserWallet();
  if (wallet === null) return null;
  const sign = async () => {
    setFailed(null);
    const signed = await signIn(wallet, { address, message: asked.message });
    if (typeof signed === 'string') setFailed(signed);
    else onSigned(signed.signature);
  };
  return (
    <div className="grid gap-2">
      <Button variant="primary" size="lg" wide onClick={() => void sign()}>
        {t('prove.wallet')}
      </Button>
      <p aria-live="polite" className="text-13 text-bad text-pretty">
        {failed === null ? null : t(failed === 'other' ? 'prove.other' : 'prove.refused')}
      </p>
    </div>
  );
}

function Message({ message }: { readonly message: string }) {
  const { t } = useTranslation('cashier');
  const [copied, setCopied] = useState(false);
  const copy = () => {
    navigator.clipboard.writeText(message).then(
      () => setCopied(true),
      () => undefined,
    );
  };
  return (
    <div className="grid gap-2">
      <p className="font-540">{t('prove.message')}</p>
      <pre dir="ltr" className="rounded-btn bg-s2 p-3 font-mono text-12 break-all whitespace-pre-wrap select-all">
        {message}
      </pre>
      <Button size="sm" onClick={copy}>
        {copied ? <Check aria-hidden className="size-4" /> : <Copy aria-hidden className="size-4" />}
        {t(copied ? 'payid.copied' : 'prove.copy')}
      </Button>
    </div>
  );
}
