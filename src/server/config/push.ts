/** How people are told by push. */
export interface PushPlace {
  /** The secret key (base64url of 32 bytes); null: the file of the data folder. */
  readonly key: string | null;
  /** Origins of push services that may be inside and without https; a sandbox alone has any. */
  readonly trusted: readonly string[];
}

/** Reads `VAPID_KEY`, and `PUSH_ORIGIN` of a sandbox. */
export function readPush(env: Readonly<Record<string, string | undefined>>): {
  readonly push: PushPlace;
  readonly mistakes: readonly string[];
} {
  const [key, origin] = [env['VAPID_KEY']?.trim() ?? '', env['PUSH_ORIGIN']?.trim() ?? ''];
  const isKey = key === '' || /^[\w-]{43}$/.test(key);
  const isOrigin = origin === '' || (URL.canParse(origin) && new URL(origin).origin === origin);
  const isAllowed = origin === '' || env['MODE']?.trim() !== 'production';
  return {
    push: { key: key === '' || !isKey ? null : key, trusted: origin === '' || !isOrigin ? [] : [origin] },
    mistakes: [
      ...(isKey ? [] : ['VAPID_KEY must be base64url of 32 bytes, 43 signs.']),
      ...(isOrigin ? [] : ['PUSH_ORIGIN must be an origin such as http://127.0.0.1:4000, without a path.']),
      ...(isAllowed ? [] : ['MODE=production refuses PUSH_ORIGIN: pushes go to public addresses alone.']),
    ],
  };
}
