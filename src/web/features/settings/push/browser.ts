import type { PushDeviceBody } from '#protocol/notifications.ts';
import type { BrowserFacts } from './push-state.ts';

const WORKER = '/offline-worker.js';

/** What this browser says of itself now. */
export async function browserFacts(): Promise<BrowserFacts> {
  const knowsPush = 'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis;
  const registration = knowsPush ? await navigator.serviceWorker.getRegistration() : undefined;
  return {
    knowsPush,
    userAgent: navigator.userAgent,
    touchPoints: navigator.maxTouchPoints,
    isInstalled: matchMedia('(display-mode: standalone)').matches,
    permission: knowsPush ? Notification.permission : 'default',
    isSubscribed: ((await registration?.pushManager.getSubscription()) ?? null) !== null,
  };
}

/** Asks the person, then the push service of the browser. null: the person said no. Throws where the service is not reached. */
export async function subscribeHere(key: string): Promise<PushDeviceBody | null> {
  // First of all: a browser shows its question only right after a press.
  if ((await Notification.requestPermission()) !== 'granted') return null;
  await navigator.serviceWorker.register(WORKER);
  const { pushManager } = await navigator.serviceWorker.ready;
  const wanted = bytesOf(key);
  const there = await pushManager.getSubscription();
  // One that was made for another key hears nothing of ours.
  if (there !== null && !isSame(there.options.applicationServerKey, wanted)) await there.unsubscribe();
  const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: wanted });
  const { endpoint = '', keys = {} } = made.toJSON();
  return { endpoint, p256dh: keys['p256dh'] ?? '', auth: keys['auth'] ?? '' };
}

export async function unsubscribeHere(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const signs = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(signs, (sign) => sign.charCodeAt(0));
}

function isSame(one: ArrayBuffer | null, other: Uint8Array): boolean {
  const bytes = new Uint8Array(one ?? new ArrayBuffer(0));
  return bytes.length === other.length && bytes.every((byte, at) => byte === other[at]);
}
