import { useState } from 'react';
import { REPORT_REASONS, type ReportReason } from '#domain/comments/comment.ts';
import type { CommentWire } from '#protocol/comments/comments.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/button.tsx';
import { ProblemBox } from '#web/ui/call/problem-box.tsx';
import { useSend } from '#web/ui/call/use-call.ts';
import { Select } from '#web/ui/form/select.tsx';
import { Sheet } from '#web/ui/sheet.tsx';
import { showToast } from '#web/ui/toast.tsx';

interface SheetProps {
  readonly open: boolean;
  readonly id: string;
  readonly onClose: () => void;
}

/** It cannot be taken back: asked once. */
export function DeleteSheet(props: SheetProps & { readonly onDeleted: (comment: CommentWire) => void }) {
  const { t } = useTranslation(['comments', 'common']);
  const { open, id, onClose } = props;
  const call = useSend('comments.remove', {
    onDone: (deleted) => {
      props.onDeleted(deleted);
      onClose();
    },
  });
  return (
    <Sheet open={open} onOpenChange={onClose} title={t('delete.title')} description={t('delete.text')}>
      <div className="mt-4 grid gap-3">
        <ProblemBox problem={call.problem} />
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>{t('common:btn.cancel')}</Button>
          <Button variant="danger" aria-disabled={call.busy} onClick={() => void call.send({ params: { id } })}>
            {t('delete')}
          </Button>
        </div>
      </div>
    </Sheet>
  );
}

/** Why it should not be there. */
export function ReportSheet({ open, id, onClose }: SheetProps) {
  const { t } = useTranslation('comments');
  const [reason, setReason] = useState<ReportReason>('spam');
  const call = useSend('comments.report', {
    onDone: () => {
      showToast({ id: 'comment-report', tone: 'ok', title: t('reported') });
      onClose();
    },
  });
  return (
    <Sheet open={open} onOpenChange={onClose} title={t('report.title')} description={t('report.text')}>
      <form
        className="mt-4 grid gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          void call.send({ params: { id }, body: { reason } });
        }}
      >
        <Select
          label={t('report.reason')}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value as ReportReason)}
        >
          {REPORT_REASONS.map((one) => (
            <option key={one} value={one}>
              {t(`reason.${one}`)}
            </option>
          ))}
        </Select>
        <ProblemBox problem={call.problem} />
        <Button type="submit" variant="primary" aria-disabled={call.busy}>
          {t('report.send')}
        </Button>
      </form>
    </Sheet>
  );
}
