import { RotateCw } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/button.tsx';

/** Of a file whose sending found no answer: it is sent on as soon as the network is back, or by the button. */
export function Unanswered({ onAgain }: { readonly onAgain: () => void }) {
  const { t } = useTranslation('common');
  useEffect(() => {
    addEventListener('online', onAgain);
    return () => removeEventListener('online', onAgain);
  }, [onAgain]);
  return (
    <Button variant="secondary" onClick={onAgain}>
      <RotateCw aria-hidden className="size-4" />
      {t('btn.retry')}
    </Button>
  );
}
