import { T0 } from './play.ts';
import { createSigner, digest, ZEROS } from './signers.ts';

const us = (t: number) => t * 1_000;
const YEAR_MS = 365 * 86_400_000;

/** The keys of a world, with their manifest and the one after it, in which all of them ended at `at` (ms) and are lost. */
export function createKeys() {
  const [root, batch, hour] = [createSigner(), createSigner(), createSigner()];
  const [from, to] = [us(T0 - YEAR_MS), us(T0 + YEAR_MS)];
  const doc = {
    v: 1,
    type: 'keys',
    no: 1,
    t: from,
    root: root.pub,
    prev: ZEROS,
    keys: [
      { key_id: batch.id, pub: batch.pub, use: 'batch', from, to, revoked: null },
      { key_id: hour.id, pub: hour.pub, use: 'hour', from, to, revoked: null },
    ],
  };
  const signed = (manifest: Readonly<Record<string, unknown>>) => ({
    doc: manifest,
    sig: root.sign('tikvo/keys/v1', manifest),
  });
  const ended = (at: number) =>
    signed({
      ...doc,
      no: 2,
      prev: digest(doc),
      keys: doc.keys.map((key) => ({ ...key, to: us(at), revoked: us(at) })),
    });
  return { root, batch, hour, manifest: signed(doc), ended };
}
