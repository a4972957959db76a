import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { IconButton } from '#web/ui/button.tsx';
import { Num } from '#web/ui/num.tsx';

/** The end of an id and a button that copies the whole. */
export function CopyId({ id }: { readonly id: string }) {
  const { t } = useTranslation('history');
  const [copied, setCopied] = useState(false);
  const copy = () => {
    navigator.clipboard.writeText(id).then(
      () => setCopied(true),
      () => undefined,
    );
  };
  return (
    <span className="inline-flex items-center gap-1">
      <Num className="text-12 text-mut" title={id}>
        …{id.slice(-8)}
      </Num>
      <IconButton
        // Larger to a finger than to the eye: the row stays low.
        className="size-7! pointer-coarse:before:absolute pointer-coarse:before:-inset-2 [&_svg]:size-3.5!"
        label={copied ? t('copied') : t('copy_id')}
        onClick={copy}
      >
        {copied ? <Check aria-hidden /> : <Copy aria-hidden />}
      </IconButton>
    </span>
  );
}
