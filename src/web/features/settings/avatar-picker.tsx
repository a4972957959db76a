import { Upload as UploadIcon, WandSparkles } from 'lucide-react';
import { useRef, useState } from 'react';
import type { ChangeEvent } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { ApiError } from '#web/api/api-error.ts';
import { useProfileChanged } from '#web/api/profile.ts';
import { useApiHost, useSession } from '#web/api/session.tsx';
import { LOCALE_FACTS } from '#web/i18n/locales.ts';
import { useFormats, useShell } from '#web/shell-context.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Button } from '#web/ui/button.tsx';
import { ProblemBox } from '#web/ui/call/problem-box.tsx';
import { useProblemToast } from '#web/ui/call/problem-toast.ts';
import { useCall, useSend } from '#web/ui/call/use-call.ts';
import { Sheet } from '#web/ui/sheet.tsx';
import { uploadAvatar } from './upload.ts';

const TYPES = 'image/png,image/jpeg,image/webp';
const MAX_BYTES = 2 * 1024 * 1024;

interface Picked {
  readonly file: File;
  readonly preview: string;
}

function previewOf(file: File): Promise<string> {
  return new Promise((done, failed) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => done(typeof reader.result === 'string' ? reader.result : ''));
    reader.addEventListener('error', () => failed(new Error('the file cannot be read')));
    reader.readAsDataURL(file);
  });
}

/** Draws a new picture, or takes one of the person after a look at it. */
export function AvatarPicker({ name }: { readonly name: string }) {
  const { t } = useTranslation('settings');
  const changed = useProfileChanged();
  const say = useProblemToast();
  const draw = useSend('avatar.generate', { toast: 'avatar', onDone: changed });
  const input = useRef<HTMLInputElement>(null);
  const [picked, setPicked] = useState<Picked | null>(null);
  const pick = (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.currentTarget.files?.[0];
    event.currentTarget.value = '';
    if (file === undefined) return;
    previewOf(file).then(
      (preview) => setPicked({ file, preview }),
      (error: unknown) => say(error, { id: 'avatar' }),
    );
  };
  return (
    <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:[&>button]:flex-1">
      <Button size="sm" aria-disabled={draw.busy} onClick={() => void draw.send({ body: {} })}>
        <WandSparkles aria-hidden className="size-4" />
        {t('avatar.generate')}
      </Button>
      <Button size="sm" onClick={() => input.current?.click()}>
        <UploadIcon aria-hidden className="size-4" />
        {t('avatar.upload')}
      </Button>
      <input ref={input} type="file" accept={TYPES} hidden aria-label={t('avatar.upload')} onChange={pick} />
      {picked === null ? null : <Preview picked={picked} name={name} onClose={() => setPicked(null)} />}
    </div>
  );
}

function useUpload(picked: Picked, onDone: () => void) {
  const host = useApiHost();
  const { locale } = useShell();
  const { client } = useSession();
  const changed = useProfileChanged();
  const call = useCall();
  const [share, setShare] = useState<number | null>(null);
  const send = () =>
    uploadAvatar({ host, language: LOCALE_FACTS[locale].lang, file: picked.file, onProgress: setShare });
  const run = async () => {
    setShare(0);
    const kept = await call.run(async () => {
      await send().catch(async (error: unknown) => {
        if (!(error instanceof ApiError) || error.status !== 401) throw error;
        // A plain call renews the session, once, as everywhere.
        await client.call('user.profile');
        return send();
      });
      await changed();
      return 'kept';
    });
    setShare(null);
    if (kept !== null) onDone();
  };
  return { run, share, problem: call.problem };
}

function Preview(props: { readonly picked: Picked; readonly name: string; readonly onClose: () => void }) {
  const { t } = useTranslation(['settings', 'kit']);
  const formats = useFormats();
  const { picked, name, onClose } = props;
  const { run, share, problem } = useUpload(picked, onClose);
  const tooLarge = picked.file.size > MAX_BYTES;
  const off = share !== null || tooLarge;
  return (
    <Sheet open onOpenChange={onClose} title={t('avatar.title')} description={t('avatar.text')}>
      <div className="grid justify-items-center gap-4">
        <Avatar src={picked.preview} name={name} className="size-32 text-38" />
        {share === null ? null : (
          <div className="grid w-full gap-1.5">
            <progress value={share} max={1} aria-label={t('avatar.progress')} className="h-1.5 w-full accent-brand" />
            <p className="text-center text-13 text-mut">{t('avatar.sent', { share: formats.percent(share) })}</p>
          </div>
        )}
        <ProblemBox problem={problem} />
        <div className="grid w-full gap-2 sm:grid-cols-2">
          <Button onClick={onClose}>{t('btn.cancel')}</Button>
          <Button
            variant="primary"
            aria-disabled={off}
            onClick={() => {
              if (!off) void run();
            }}
          >
            {tooLarge ? t('avatar.too_large') : share === null ? t('avatar.use') : t('kit:saving')}
          </Button>
        </div>
      </div>
    </Sheet>
  );
}
