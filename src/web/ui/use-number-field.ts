import type { ChangeEvent, CompositionEvent } from 'react';
import { useShell } from '../shell-context.ts';
import { shownNumber } from './typed-number.ts';

/**
 * Handlers of an input that takes a number of at most `places` decimals. What an input method is still composing is left alone until it is
 * done.
 */
export function useNumberField(places: number, put: (text: string) => void) {
  const { locale } = useShell();
  const take = (event: ChangeEvent<HTMLInputElement> | CompositionEvent<HTMLInputElement>) =>
    put(shownNumber(event.currentTarget.value, { places, locale }));
  return {
    onChange: (event: ChangeEvent<HTMLInputElement>) => {
      if ((event.nativeEvent as InputEvent).isComposing) put(event.currentTarget.value);
      else take(event);
    },
    onCompositionEnd: take,
  };
}
