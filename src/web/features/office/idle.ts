import { useEffect, useRef } from 'react';

/** Staff who touch nothing for so long are logged out, ms (docs/rules/people.md): the page itself asks the server all the time. */
const IDLE_MS = 15 * 60_000;
const LOOK_MS = 15_000;
const SIGNS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const;

/** Calls `leave` once nobody has touched the page for a quarter of an hour, in this tab or another of the back office. */
export function useIdle(leave: () => void): void {
  const latest = useRef(leave);
  useEffect(() => {
    latest.current = leave;
  });
  useEffect(() => {
    const tabs = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('tikvo.office');
    let touched = performance.now();
    let told = 0;
    const touch = () => {
      touched = performance.now();
      if (touched - told < LOOK_MS) return;
      told = touched;
      tabs?.postMessage('here');
    };
    if (tabs !== null) tabs.addEventListener('message', () => (touched = performance.now()));
    for (const sign of SIGNS) addEventListener(sign, touch, { passive: true });
    const timer = setInterval(() => {
      if (performance.now() - touched >= IDLE_MS) latest.current();
    }, LOOK_MS);
    return () => {
      clearInterval(timer);
      for (const sign of SIGNS) removeEventListener(sign, touch);
      tabs?.close();
    };
  }, []);
}
