export { createAvatars } from './avatars.ts';
export type { Avatars } from './avatars.ts';
export { readAvatarFile } from './avatar-files.ts';
