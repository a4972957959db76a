import { Suspense, lazy, useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';

export type ToastTone = 'up' | 'down' | 'info' | 'warn';

export interface ToastInput {
  readonly title: ReactNode;
  readonly text?: ReactNode;
  readonly tone?: ToastTone;
  readonly icon?: ReactNode;
  /** Milliseconds on screen; hovering stops the clock. */
  readonly lasts?: number;
  /** A toast of the same id replaces it. */
  readonly id?: string;
}

type Draw = (input: ToastInput) => void;

const Place = lazy(() => import('./toast-place.tsx'));
const watchers = new Set<() => void>();
let waiting: ToastInput[] = [];
let wanted = false;
let draw: Draw | null = null;

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

/** The place is there (null: gone): toasts that waited for its code are drawn. */
export function placeReady(drawNow: Draw | null): void {
  draw = drawNow;
  if (drawNow === null) return;
  for (const input of waiting) drawNow(input);
  waiting = [];
}

/** Shows a short message. Tone `warn` interrupts screen readers; the others wait their turn. */
export function showToast(input: ToastInput): void {
  if (draw !== null) {
    draw(input);
    return;
  }
  waiting.push(input);
  wanted = true;
  for (const watcher of watchers) watcher();
}

/** Where toasts appear. Its code comes with the first toast. */
export function Toaster() {
  const shown = useSyncExternalStore(
    watch,
    () => wanted,
    () => false,
  );
  return shown ? (
    <Suspense>
      <Place />
    </Suspense>
  ) : null;
}
