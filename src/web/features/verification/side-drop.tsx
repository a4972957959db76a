import { Camera as CameraIcon, CircleAlert, CircleCheck, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { LARGEST_FILE } from '#protocol/pages/numbers.ts';
import { LOCALE_FACTS } from '#web/i18n/locales.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useFormats, useShell } from '#web/shell-context.ts';
import { Button } from '#web/ui/button.tsx';
import { useCall, useSend } from '#web/ui/call/use-call.ts';
import { ProblemBox } from '#web/ui/call/problem-box.tsx';
import { FileDrop } from '#web/ui/form/file-drop.tsx';
import { CameraSheet } from './camera-sheet.tsx';
import { OwnPicture } from './own-picture.tsx';
import type { PictureHint } from './picture-hints.ts';
import { preparePicture } from './prepare-picture.ts';
import { sendFile } from './send-file.ts';
import { Unanswered } from './unanswered.tsx';
import { useDocumentsSender } from '#web/documents/sender.ts';
import { useDocuments, useDocumentsChanged, type DocumentView } from '#web/documents/use-documents.ts';

const PICTURES = ['image/jpeg', 'image/png', 'image/webp'];
/** Safari reads HEIC and sends it as JPEG; what others cannot read is refused with the formats that are taken. */
const TYPES: Readonly<Record<DocumentView['document'], readonly string[]>> = {
  governmentId: [...PICTURES, 'image/heic', 'application/pdf'],
  selfieWithId: [...PICTURES, 'image/heic'],
  proofOfResidence: [...PICTURES, 'image/heic', 'application/pdf'],
  complianceVideo: ['video/mp4', 'video/webm'],
};

/** One side of a document: takes a file, looks at it, sends it in parts, and shows that it is ready. */
export function SideDrop(props: {
  readonly view: DocumentView;
  readonly side: 'front' | 'back';
  readonly label: string;
}) {
  const { t } = useTranslation('verification');
  const { view, side, label } = props;
  const { document } = view;
  const sender = useDocumentsSender();
  const { locale } = useShell();
  const formats = useFormats();
  const changed = useDocumentsChanged();
  const call = useCall();
  const drop = useSend('documents.drop', { client: sender.client, onDone: () => changed() });
  const [share, setShare] = useState<number | null>(null);
  const [camera, setCamera] = useState(false);
  const [hints, setHints] = useState<readonly PictureHint[]>([]);
  /** What was chosen last and is not kept yet. */
  const [chosen, setChosen] = useState<File | null>(null);
  const kept = view.unsent.find((file) => file.side === side && file.ready);
  const take = async (file: File) => {
    setShare(0);
    setChosen(file);
    const done = await call.run(async () => {
      const prepared = await preparePicture(file);
      setHints(prepared.hints);
      const language = LOCALE_FACTS[locale].lang;
      await sendFile({ sender, language, document, side, blob: prepared.blob, onProgress: setShare });
      await changed();
      return true;
    });
    setShare(null);
    if (done === true) setChosen(null);
  };
  if (kept !== undefined) {
    return (
      <div className="grid content-start gap-2 rounded-field bg-s2 p-4 text-13">
        <OwnPicture file={kept} alt={label} className="mx-auto" />
        <p className="flex items-center gap-2 font-540">
          <CircleCheck aria-hidden className="size-4.5 shrink-0 text-ok" />
          <span className="min-w-0 flex-1">{t('file.kept', { side: label })}</span>
          <Button
            size="sm"
            variant="ghost"
            aria-disabled={drop.busy}
            onClick={() => void drop.send({ params: { id: kept.id } })}
          >
            <Trash2 aria-hidden className="size-4" />
            {t('file.remove')}
          </Button>
        </p>
        <ProblemBox problem={drop.problem} />
        {hints.map((hint) => (
          <p key={hint} className="flex items-center gap-2 text-mut">
            <CircleAlert aria-hidden className="size-4.5 shrink-0 text-warn" />
            {t(`hint.${hint}`)}
          </p>
        ))}
      </div>
    );
  }
  if (share !== null) {
    return (
      <output className="grid content-center gap-2 rounded-field bg-s2 p-6 text-center text-13 text-mut">
        {t('file.sending', { percent: formats.percent(share) })}
        <progress value={share} max={1} className="w-full accent-[var(--color-brand)]" />
      </output>
    );
  }
  return (
    <div className="grid content-start gap-2">
      <FromPhone file={view.unsent.find((file) => file.side === side)} />
      <FileDrop
        label={label}
        name={`${document}-${side}`}
        rule={{ types: TYPES[document], maxBytes: LARGEST_FILE[document] }}
        problem={call.problem?.text ?? null}
        onFile={(file) => void take(file)}
      />
      {chosen !== null && (call.problem?.code === 'Offline' || call.problem?.code === 'Timeout') && (
        <Unanswered onAgain={() => void take(chosen)} />
      )}
      <Button variant="secondary" onClick={() => setCamera(true)}>
        <CameraIcon aria-hidden className="size-4" />
        {t('camera.action')}
      </Button>
      <CameraSheet
        open={camera}
        onClose={() => setCamera(false)}
        faces={document === 'selfieWithId' || document === 'complianceVideo' ? 'person' : 'document'}
        records={document === 'complianceVideo'}
        onFile={(file) => {
          setCamera(false);
          void take(file);
        }}
      />
    </div>
  );
}

/** What the person's phone sends of it at the moment. */
function FromPhone({ file }: { readonly file: DocumentView['unsent'][number] | undefined }) {
  const { t } = useTranslation('verification');
  const formats = useFormats();
  const { isPhone } = useDocumentsSender();
  const { data } = useDocuments({ watch: false });
  if (isPhone || data?.phone?.isOpen !== true || file === undefined) return null;
  const share = file.received / file.size;
  return (
    <output className="grid gap-2 rounded-field bg-s2 p-4 text-center text-13 text-mut">
      {t('phone.coming', { percent: formats.percent(share) })}
      <progress value={share} max={1} className="w-full accent-[var(--color-brand)]" />
    </output>
  );
}
