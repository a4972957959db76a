export { createAvatars } from './avatars.ts';
export type { AvatarReply, Avatars } from './avatars.ts';
export { readAvatarFile } from './avatar-files.ts';
