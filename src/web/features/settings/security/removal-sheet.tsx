import type { ReactNode } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/button.tsx';
import { useCall } from '#web/ui/call/use-call.ts';
import { Sheet } from '#web/ui/sheet.tsx';
import { showToast } from '#web/ui/toast.tsx';
import { useProofWords } from './proof-words.ts';

export interface RemovalSheetProps<T> {
  readonly title: ReactNode;
  readonly description: ReactNode;
  /** What goes, above the buttons. */
  readonly children?: ReactNode;
  /** What the button says. */
  readonly action: string;
  /** Said once it is gone; a later message of the same `id` takes its place. */
  readonly done?: { readonly id: string; readonly title: string };
  readonly run: () => Promise<T>;
  readonly onDone: (answer: T) => void;
  readonly onClose: () => void;
}

/** Taking something away is asked once in words, and then by a step-up where the server wants one. */
export function RemovalSheet<T>(props: RemovalSheetProps<T>) {
  const { t } = useTranslation('settings');
  const call = useCall({ toast: 'settings-problem', words: useProofWords() });
  const remove = async () => {
    if (call.busy) return;
    const answer = await call.run(props.run);
    if (answer !== null) {
      if (props.done !== undefined) showToast({ ...props.done, tone: 'info' });
      props.onDone(answer);
    }
    props.onClose();
  };
  return (
    <Sheet open onOpenChange={props.onClose} title={props.title} description={props.description}>
      {props.children}
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="ghost" onClick={props.onClose}>
          {t('btn.cancel')}
        </Button>
        <Button variant="danger" aria-disabled={call.busy} onClick={() => void remove()}>
          {props.action}
        </Button>
      </div>
    </Sheet>
  );
}
