import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/button.tsx';
import { ProblemBox } from '#web/ui/call/problem-box.tsx';
import { useSend } from '#web/ui/call/use-call.ts';
import { Sheet } from '#web/ui/sheet.tsx';
import { useBookChanged, type Saved } from './use-book.ts';

/** Asked once in words: whoever saves it again waits again. */
export function RemoveSheet({ saved, onClose }: { readonly saved: Saved; readonly onClose: () => void }) {
  const { t } = useTranslation('cashier');
  const changed = useBookChanged();
  const call = useSend('cashier.removeAddress', {
    onDone: (book) => {
      changed(book);
      onClose();
    },
  });
  return (
    <Sheet open onOpenChange={onClose} title={t('book.remove_title')} description={t('book.remove_text')}>
      <p className="font-540">
        <bdi>{saved.label}</bdi>
      </p>
      <p className="break-all font-mono text-12 text-mut">
        <bdi dir="ltr">{saved.address}</bdi>
      </p>
      <ProblemBox problem={call.problem} />
      <div className="flex justify-end">
        <Button variant="danger" aria-disabled={call.busy} onClick={() => void call.send({ params: { id: saved.id } })}>
          {t('book.remove')}
        </Button>
      </div>
    </Sheet>
  );
}
