import { useTranslation } from '#web/i18n/use-translation.ts';
import type { CallInput, CallName } from '#web/api/calls.ts';
import { useSession } from '#web/api/session.tsx';
import { showToast } from '#web/ui/toast.tsx';
import { saveFile } from '#web/ui/save-file.ts';

/** Saves what a list shows as a CSV file made by the server. */
export function useExport<N extends CallName>(name: N, input: CallInput<N>, file: string): () => void {
  const { t } = useTranslation('kit');
  const { client } = useSession();
  return () => {
    client.csv(name, input, { timeoutMs: 60_000 }).then(
      (content) => {
        saveFile(content, file);
      },
      () => showToast({ id: 'export', tone: 'warn', title: t('list.export_failed') }),
    );
  };
}
