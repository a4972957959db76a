import { Circle, Square } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Sheet } from '#web/ui/sheet.tsx';

/** Enough for the small print of a card that fills the picture. */
const IDEAL = { width: { ideal: 1_920 }, height: { ideal: 1_080 } };
const QUALITY = 0.92;
/** The longest that the server takes, with room for the last frames; and so little a second that it is no larger than is taken. */
const LONGEST_MS = 115_000;
const VIDEO_BITS = 2_000_000;
/** Browsers record what they can play: one of these is taken by the server. */
const VIDEO_TYPES = ['video/mp4', 'video/webm'];

/** The camera of this device: a picture, or with `records` a video with sound. Answers a file. */
export function CameraSheet(props: {
  readonly open: boolean;
  readonly onClose: () => void;
  /** Whose face is shown wants the camera at the front. */
  readonly faces: 'person' | 'document';
  readonly records: boolean;
  readonly onFile: (file: File) => void;
}) {
  const { t } = useTranslation('verification');
  const { open, onClose, faces, records, onFile } = props;
  return (
    <Sheet
      open={open}
      onOpenChange={onClose}
      title={t('camera.title')}
      {...(faces === 'document' ? { description: t('camera.text') } : {})}
    >
      {open ? <Camera faces={faces} records={records} onFile={onFile} /> : null}
    </Sheet>
  );
}

function Camera(props: {
  readonly faces: 'person' | 'document';
  readonly records: boolean;
  readonly onFile: (file: File) => void;
}) {
  const { t } = useTranslation('verification');
  const { faces, records, onFile } = props;
  const { shown, stream, state } = useStream(faces, records);
  const [recorder, setRecorder] = useState<MediaRecorder | null>(null);
  const record = () => {
    if (stream === null) return;
    const type = VIDEO_TYPES.find((one) => MediaRecorder.isTypeSupported(one)) ?? 'video/webm';
    const made = new MediaRecorder(stream, { mimeType: type, videoBitsPerSecond: VIDEO_BITS });
    const parts: Blob[] = [];
    made.addEventListener('dataavailable', ({ data }) => parts.push(data));
    made.addEventListener('stop', () => onFile(new File(parts, 'video', { type })));
    made.start();
    setRecorder(made);
    setTimeout(() => {
      if (made.state === 'recording') made.stop();
    }, LONGEST_MS);
  };
  if (state === 'none') return <p className="text-13 text-bad">{t('camera.none')}</p>;
  return (
    <div className="grid justify-items-center gap-3">
      <video ref={shown} autoPlay muted playsInline className="max-h-[55svh] w-full rounded-field bg-s2" />
      {records ? (
        recorder === null ? (
          <Button variant="primary" size="lg" aria-disabled={stream === null} onClick={record}>
            <Circle aria-hidden className="size-4 fill-current" />
            {t('camera.record')}
          </Button>
        ) : (
          <Button variant="danger" size="lg" onClick={() => recorder.stop()}>
            <Square aria-hidden className="size-4 fill-current" />
            {t('camera.stop')}
          </Button>
        )
      ) : (
        <Button
          variant="primary"
          size="lg"
          aria-disabled={stream === null}
          onClick={() => {
            if (shown.current !== null) void pictureOf(shown.current).then((file) => file && onFile(file));
          }}
        >
          {t('camera.take')}
        </Button>
      )}
    </div>
  );
}

/** The stream of the camera while it is shown; it is let go of with it. */
function useStream(faces: 'person' | 'document', sound: boolean) {
  const shown = useRef<HTMLVideoElement>(null);
  const [stream, setStream] = useState<MediaStream | null>(null);
  const [state, setState] = useState<'some' | 'none'>('some');
  useEffect(() => {
    let [isLeft, held] = [false, null as MediaStream | null];
    const video = { ...IDEAL, facingMode: faces === 'person' ? 'user' : 'environment' };
    const asked = navigator.mediaDevices?.getUserMedia({ video, audio: sound }) ?? Promise.reject(new Error('none'));
    asked.then(
      (found) => {
        held = found;
        if (isLeft) return stop(found);
        if (shown.current !== null) shown.current.srcObject = found;
        setStream(found);
      },
      () => setState('none'),
    );
    return () => {
      isLeft = true;
      if (held !== null) stop(held);
    };
  }, [faces, sound]);
  return { shown, stream, state };
}

function stop(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}

/** What the video shows now, as a JPEG; null before it shows anything. */
function pictureOf(video: HTMLVideoElement): Promise<File | null> {
  const { videoWidth: width, videoHeight: height } = video;
  if (width === 0) return Promise.resolve(null);
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width, height });
  canvas.getContext('2d')?.drawImage(video, 0, 0);
  return new Promise((done) => {
    canvas.toBlob(
      (blob) => done(blob && new File([blob], 'picture.jpg', { type: 'image/jpeg' })),
      'image/jpeg',
      QUALITY,
    );
  });
}
