import { FileText, X } from 'lucide-react';
import { FILES_OF_MESSAGE, LARGEST_TICKET_FILE, TICKET_FILE_TYPES } from '#domain/support/files.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { IconButton } from '#web/ui/button.tsx';
import { FileDrop } from '#web/ui/form/file-drop.tsx';

export const TICKET_FILE = { types: TICKET_FILE_TYPES, maxBytes: LARGEST_TICKET_FILE };

/** Files that go with a message: what was chosen, and a place for more while there is room. Nothing is sent here. */
export function FilesField(props: {
  readonly files: readonly File[];
  readonly onChange: (files: readonly File[]) => void;
}) {
  const { t } = useTranslation('support');
  const { files, onChange } = props;
  return (
    <div className="grid gap-2">
      {files.length === 0 ? null : (
        <ul aria-label={t('files.chosen')} className="grid gap-1.5">
          {files.map((file) => (
            <li
              key={`${file.name} ${String(file.size)} ${String(file.lastModified)}`}
              className="flex items-center gap-2 rounded-btn bg-s2 py-1 ps-3 pe-1 text-13"
            >
              <FileText aria-hidden className="size-4 shrink-0 text-mut" />
              <bdi className="min-w-0 flex-1 truncate">{file.name}</bdi>
              <IconButton
                label={t('files.remove', { name: file.name })}
                onClick={() => onChange(files.filter((one) => one !== file))}
              >
                <X aria-hidden className="size-4" />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      {files.length >= FILES_OF_MESSAGE ? null : (
        <FileDrop
          label={t('files')}
          name="files"
          rule={TICKET_FILE}
          onFile={(file) => onChange(withFile(files, file))}
        />
      )}
      <p className="text-13 text-mut text-pretty">{t('files.hint', { count: FILES_OF_MESSAGE })}</p>
    </div>
  );
}

/** The same file chosen again is one. */
function withFile(files: readonly File[], file: File): readonly File[] {
  const isSame = (one: File) =>
    one.name === file.name && one.size === file.size && one.lastModified === file.lastModified;
  return files.some(isSame) ? files : [...files, file];
}
