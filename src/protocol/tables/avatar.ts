import { z } from 'zod';
import { endpoints } from '../endpoint.ts';
import { PEOPLE } from './callers.ts';

/** Address of the picture: another one each time, so that it may be kept for ever. */
export const avatarAnswer = z.strictObject({ avatar: z.string() });

export const AVATAR_STYLES = ['shapes', 'thumbs'] as const;

const MAX_BYTES = 2 * 1024 * 1024;

export const AVATAR = endpoints({
  generate: {
    method: 'POST',
    path: '/user/generateAvatar',
    summary: 'Draws a new picture for the person, by chance.',
    callers: PEOPLE,
    body: z.strictObject({ style: z.enum(AVATAR_STYLES).optional() }).optional(),
    answers: { 200: avatarAnswer },
    rate: 20,
  },
  upload: {
    method: 'POST',
    path: '/user/uploadAvatar',
    summary:
      'Takes a picture of the person (PNG, JPEG or WebP, at most 2 MB), drawn anew at 256 x 256 without its metadata.',
    callers: PEOPLE,
    upload: { field: 'avatar', maxBytes: MAX_BYTES, types: ['image/png', 'image/jpeg', 'image/webp'] },
    answers: { 200: avatarAnswer },
    refusals: ['UploadError'],
    rate: 20,
    addressRate: 60,
  },
});
