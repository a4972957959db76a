import { useApiHost, useSession } from '#web/api/session.tsx';
import { LOCALE_FACTS } from '#web/i18n/locales.ts';
import { useShell } from '#web/shell-context.ts';
import { sendTicketFile, type FilePlace } from './send-file.ts';

/** Sends files one after the other; those that were not taken, and why the first of them was not. */
export function useSendFiles(): (
  place: FilePlace,
  files: readonly File[],
) => Promise<{ readonly left: readonly File[]; readonly error: unknown }> {
  const host = useApiHost();
  const { client } = useSession();
  const { locale } = useShell();
  const language = LOCALE_FACTS[locale].lang;
  return async (place, files) => {
    const left: File[] = [];
    let first: unknown = null;
    for (const file of files)
      await sendTicketFile({ host, language, client }, place, file).catch((error: unknown) => {
        if (left.length === 0) first = error;
        left.push(file);
      });
    return { left, error: first };
  };
}
