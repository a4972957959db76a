import { useCallback, useRef, useState, useSyncExternalStore } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useFormats } from '#web/shell-context.ts';
import { createSounds, type Sounds } from '#web/sound/sounds.ts';
import { Slider } from '#web/ui/form/slider.tsx';
import { FIRST_VOLUME, readVolume, VOLUME_STEP, writeVolume } from '#web/sound/volume.ts';

const NEVER = () => () => undefined;

function keptVolume(): number {
  try {
    return readVolume(localStorage);
  } catch {
    // A browser that keeps nothing: the usual loudness.
    return FIRST_VOLUME;
  }
}

/** How loud the sounds of this device are; letting go plays one. At rest while they are off. */
export function VolumeRow({ sound }: { readonly sound: 'on' | 'off' }) {
  const { t } = useTranslation('settings');
  const formats = useFormats();
  const kept = useSyncExternalStore(NEVER, keptVolume, () => FIRST_VOLUME);
  const [chosen, setChosen] = useState<number | null>(null);
  const volume = chosen ?? kept;
  const sounds = useRef<Sounds | null>(null);
  const end = useCallback((left: number) => {
    try {
      writeVolume(localStorage, left);
    } catch {
      // It holds until the page is left.
    }
    sounds.current ??= createSounds(window);
    sounds.current.setVolume(left / 100);
    sounds.current.sample('win');
  }, []);
  return (
    <Slider
      className="px-4.5 pb-3.5 md:px-6"
      label={t('comfort.volume')}
      value={volume}
      text={formats.percent(volume / 100)}
      min={0}
      max={100}
      step={VOLUME_STEP}
      disabled={sound === 'off'}
      onChange={setChosen}
      onEnd={end}
    />
  );
}
