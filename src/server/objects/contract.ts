/** Keeps bytes under names that say nothing: disk, or a store that speaks S3. What is kept was encrypted by its owner. */
export interface Objects {
  /** Writes an object as a whole or not at all; the same name again is the same object. */
  put(name: string, bytes: Buffer): Promise<void>;
  /** null: there is none of that name. */
  get(name: string): Promise<Buffer | null>;
  /** Nothing happens where there is none. */
  remove(name: string): Promise<void>;
}

/** Where objects are kept. */
export type ObjectPlace = { readonly kind: 'disk'; readonly folder: string } | S3Place;

export interface S3Place {
  readonly kind: 's3';
  /** Of the bucket, with its name in the path: `https://s3.example.com/documents`. */
  readonly url: string;
  readonly region: string;
  readonly keyId: string;
  readonly secret: string;
}

const NAME = /^[0-9a-f]{32}$/;

/** Throws for what is no name of an object: no name reaches a path unseen. */
export function assertName(name: string): void {
  if (!NAME.test(name)) throw new Error('not the name of an object');
}
