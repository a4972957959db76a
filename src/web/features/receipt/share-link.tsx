import { Link } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { fragmentOf } from '#verify/link.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useShell } from '#web/shell-context.ts';
import { pathOf } from '#web/site.ts';
import { Button } from '#web/ui/button.tsx';
import { showToast } from '#web/ui/toast.tsx';

/** Copies a link that shows the receipt to whoever has it. Its amounts are in it, and that is said before the press. */
export function ShareLink({ text }: { readonly text: string }) {
  const { t } = useTranslation('verify');
  const hint = useId();
  const address = useShareAddress(text);
  const copy = () => {
    if (address === undefined) return;
    if (address === null) {
      showToast({ id: 'link', tone: 'info', title: t('copy.too_long') });
      return;
    }
    navigator.clipboard.writeText(address).then(
      () => showToast({ id: 'link', tone: 'info', title: t('copied'), text: t('copied.text') }),
      () => undefined,
    );
  };
  return (
    <>
      <span id={hint} className="self-center text-12 text-mut max-sm:order-last max-sm:w-full">
        {t('copy.amounts')}
      </span>
      <Button variant="outline" aria-describedby={hint} aria-disabled={address === undefined} onClick={copy}>
        <Link aria-hidden className="size-4" />
        {t('copy')}
      </Button>
    </>
  );
}

/** Made before it is asked for, since browsers let only a press itself copy. Undefined: not yet; null: the receipt is too long for a link. */
function useShareAddress(text: string): string | null | undefined {
  const { config, locale } = useShell();
  const [made, setMade] = useState<{ readonly text: string; readonly fragment: string | null } | null>(null);
  useEffect(() => {
    let wanted = true;
    fragmentOf(JSON.stringify(JSON.parse(text))).then(
      (fragment) => (wanted ? setMade({ text, fragment }) : undefined),
      () => (wanted ? setMade({ text, fragment: null }) : undefined),
    );
    return () => {
      wanted = false;
    };
  }, [text]);
  if (made?.text !== text) return undefined;
  return made.fragment === null ? null : `${config.origins.main}${pathOf('verify', locale)}${made.fragment}`;
}
