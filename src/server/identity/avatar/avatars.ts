import { ok, refused, type Outcome } from '#domain/outcome.ts';
import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import type { Clock } from '#server/clock.ts';
import type { Config, Origins } from '#server/config/config.ts';
import { transaction, type Queryable } from '#server/db/index.ts';
import { record } from '#server/facts/index.ts';
import { oldAvatarFiles, readAvatarFile, removeAvatarFile, writeAvatarFile } from './avatar-files.ts';
import { drawAvatar, redrawAvatar, type AvatarStyle } from './draw.ts';
import { deleteAvatar, findAvatar, lockForAvatar, namesInUse, replaceAvatar } from './store-avatar.ts';
import { HOUR_MS } from '#domain/time.ts';

/** The address of the new picture. */
export type AvatarReply = Outcome<string>;

/** Pictures of people: drawn by chance or uploaded. */
export interface Avatars {
  /** Draws a new one. NotSignedIn where the account was closed meanwhile. */
  generate(userId: string, style: AvatarStyle | null): Promise<AvatarReply>;
  /** Takes an uploaded one; UploadError where it is no picture of ours or cannot be read, NotSignedIn as above. */
  upload(userId: string, bytes: Buffer): Promise<AvatarReply>;
  /** The picture itself, a PNG; null where the person has none. */
  pictureOf(db: Queryable, userId: string): Promise<Buffer | null>;
  /** Takes the picture of an erased person away, row and file. */
  forget(userId: string): Promise<void>;
  /** Removes files that are nobody's picture: a crash came between a file and its row. */
  sweep(): Promise<void>;
}

export interface AvatarParts {
  readonly config: Pick<Config, 'dataDir' | 'origins'>;
  readonly db: Pool;
  readonly clock: Clock;
}

/** Where the picture of a name is shown. */
export function pictureAddress(origins: Pick<Origins, 'files'>, name: string): string {
  return `${origins.files}/files/${name}`;
}

/** A file is written before its row, which comes much sooner. */
const UNCLAIMED_MS = HOUR_MS;
const STYLES: readonly AvatarStyle[] = ['shapes', 'thumbs'];

export function createAvatars({ config, db, clock }: AvatarParts): Avatars {
  const { dataDir, origins } = config;

  const keep = async (userId: string, png: Buffer): Promise<AvatarReply> => {
    // A new name each time: an address stands for one picture for ever, and tells nothing about the person.
    const name = randomBytes(16).toString('hex');
    await writeAvatarFile(dataDir, { name, png });
    const kept = await transaction(db, async (tx) => {
      if (!(await lockForAvatar(tx, userId))) return null;
      const before = await replaceAvatar(tx, { userId, name, now: clock.now() });
      await record(tx, [{ kind: 'picture.ready', userId, picture: name }]);
      return { before };
    });
    const over = kept === null ? name : kept.before;
    if (over !== null) await removeAvatarFile(dataDir, over);
    if (kept === null) return refused({ code: 'NotSignedIn' });
    return ok(pictureAddress(origins, name));
  };

  return {
    generate: async (userId, style) => {
      const seed = randomBytes(16);
      const drawn = await drawAvatar(style ?? STYLES[(seed[0] ?? 0) % STYLES.length] ?? 'shapes', seed.toString('hex'));
      return keep(userId, drawn);
    },
    upload: async (userId, bytes) => {
      const redrawn = await redrawAvatar(bytes);
      if (!redrawn.ok) return refused({ code: 'UploadError', reason: redrawn.reason, document: 'avatar' });
      return keep(userId, redrawn.bytes);
    },
    pictureOf: async (queryable, userId) => {
      const name = await findAvatar(queryable, userId);
      return name === null ? null : readAvatarFile(dataDir, name);
    },
    forget: async (userId) => {
      const name = await deleteAvatar(db, userId);
      if (name !== null) await removeAvatarFile(dataDir, name);
    },
    sweep: async () => {
      for await (const names of oldAvatarFiles(dataDir, { before: clock.now() - UNCLAIMED_MS })) {
        const used = await namesInUse(db, names);
        for (const name of names) if (!used.has(name)) await removeAvatarFile(dataDir, name);
      }
    },
  };
}
