import { ArrowDown, ArrowUp, X } from 'lucide-react';
import { useState, useSyncExternalStore } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { COLOURS, COLOURS_KEY, COLOUR_SAMPLES } from '#web/appearance.ts';
import { deviceStore } from '../remembered.ts';

/** Kept when the question was answered or closed. */
const ASKED_KEY = 'tikvo.coloursAsked';

/**
 * Asks once which colours mean Up and Down: red rises in Japan and mainland China, and not every eye tells green from red.
 * Stands above the chart, which it would cover, and gives its line to the chart when it goes; each choice is put on by the script of the head.
 */
export function ColourNote() {
  const { t } = useTranslation(['trading', 'common']);
  const [asking, setAsking] = useAsking();
  if (!asking) return null;
  return (
    <fieldset className="mx-3 mb-1 flex max-w-[calc(100%-24px)] animate-fade-in items-center gap-1 self-start rounded-field border border-line2 bg-s2 py-0.5 ps-3 pe-1 text-12 text-mut max-md:gap-0.5">
      <legend className="float-start me-2 min-w-0 max-md:me-1">{t('common:colours.title')}</legend>
      {COLOURS.map((colours) => (
        <button
          key={colours}
          type="button"
          data-set-colours={colours}
          aria-label={t(`common:colours.${colours}`)}
          title={t(`common:colours.${colours}`)}
          onClick={() => setAsking('no')}
          className="grid min-h-9 min-w-11 shrink-0 place-items-center rounded-[9px] hover:bg-s3 pointer-coarse:min-h-11"
          suppressHydrationWarning
        >
          <span className="flex gap-0.5 rounded-chip bg-[#0f141c] p-1" aria-hidden>
            <ArrowUp className="size-4 stroke-[2.5]" color={COLOUR_SAMPLES[colours][0]} />
            <ArrowDown className="size-4 stroke-[2.5]" color={COLOUR_SAMPLES[colours][1]} />
          </span>
        </button>
      ))}
      <button
        type="button"
        aria-label={t('btn.close')}
        onClick={() => setAsking('no')}
        className="grid size-9 shrink-0 place-items-center rounded-[9px] hover:bg-s3 hover:text-text pointer-coarse:size-11"
      >
        <X aria-hidden className="size-4" />
      </button>
    </fieldset>
  );
}

const never = () => () => undefined;

function isOpen(): boolean {
  const store = deviceStore();
  return store.getItem(COLOURS_KEY) === null && store.getItem(ASKED_KEY) === null;
}

/** Only in a browser that has neither chosen nor been asked. Chart and note are drawn there only, after the first paint. */
function useAsking(): readonly [boolean, (state: 'no') => void] {
  const [answered, setAnswered] = useState(false);
  const open = useSyncExternalStore(never, isOpen, () => false);
  const answer = () => {
    setAnswered(true);
    deviceStore().setItem(ASKED_KEY, 'yes');
  };
  return [open && !answered, answer];
}
