import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/button.tsx';

const SHOWN_MS = 2_000;

/** Copies a text and says so for a moment. */
export function CopyButton({ text, className }: { readonly text: string; readonly className?: string }) {
  const { t } = useTranslation('settings');
  const [done, setDone] = useState(false);
  const copy = () => {
    navigator.clipboard.writeText(text).then(
      () => {
        setDone(true);
        setTimeout(() => setDone(false), SHOWN_MS);
      },
      () => undefined,
    );
  };
  return (
    <Button size="sm" onClick={copy} {...(className === undefined ? {} : { className })}>
      {done ? <Check aria-hidden className="size-4 text-ok" /> : <Copy aria-hidden className="size-4" />}
      <output>{done ? t('copied') : t('btn.copy')}</output>
    </Button>
  );
}
