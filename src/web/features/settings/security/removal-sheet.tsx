import type { ReactNode } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useStepUp } from '#web/step-up-context.ts';
import { Button } from '#web/ui/button.tsx';
import { Sheet } from '#web/ui/sheet.tsx';
import { showToast } from '#web/ui/toast.tsx';
import { useProblemToast } from '../problem.tsx';

export interface RemovalSheetProps {
  readonly title: ReactNode;
  readonly description: ReactNode;
  /** What the button says. */
  readonly action: string;
  /** Said once it is gone; a later message of the same `id` takes its place. */
  readonly done: { readonly id: string; readonly title: string };
  readonly run: () => Promise<unknown>;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Taking something away is asked once in words, and then by a step-up where the server wants one. */
export function RemovalSheet(props: RemovalSheetProps) {
  const { t } = useTranslation('settings');
  const guard = useStepUp();
  const say = useProblemToast();
  const remove = () => {
    guard(props.run)
      .then(() => {
        showToast({ ...props.done, tone: 'info' });
        props.onDone();
      }, say)
      .finally(props.onClose);
  };
  return (
    <Sheet open onOpenChange={props.onClose} title={props.title} description={props.description}>
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="ghost" onClick={props.onClose}>
          {t('btn.cancel')}
        </Button>
        <Button variant="danger" onClick={remove}>
          {props.action}
        </Button>
      </div>
    </Sheet>
  );
}
