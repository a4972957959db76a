import { useQueryClient } from '@tanstack/react-query';
import { FILES_OF_MESSAGE } from '#domain/support/files.ts';
import { useCall } from '#web/ui/call/use-call.ts';
import { FileDrop } from '#web/ui/form/file-drop.tsx';
import { showToast } from '#web/ui/toast.tsx';
import { TICKET_FILE } from './files-field.tsx';
import { useSendFiles } from './use-send-files.ts';

/** Where an agent adds files to their last answer. */
export function AnswerFiles({ ticket }: { readonly ticket: string }) {
  const queries = useQueryClient();
  const sendFiles = useSendFiles();
  const call = useCall();
  const take = (file: File) =>
    call.run(async () => {
      const { left, error } = await sendFiles({ office: ticket }, [file]);
      if (left.length > 0) throw error;
      await queries.invalidateQueries({ queryKey: ['office'] });
      showToast({ tone: 'info', title: 'The file is with your answer.' });
    });
  return (
    <section aria-label="Files for the answer" className="grid gap-2 border-b border-line px-4 py-4 md:px-5">
      <FileDrop
        label={call.busy ? 'Sending…' : 'Add a picture or a PDF to the last answer'}
        rule={TICKET_FILE}
        problem={call.problem?.text ?? null}
        onFile={(file) => void take(file)}
      />
      <p className="text-13 text-mut">
        {`Answer first. An answer takes ${String(FILES_OF_MESSAGE)} files. Only the first page of a PDF is kept.`}
      </p>
    </section>
  );
}
