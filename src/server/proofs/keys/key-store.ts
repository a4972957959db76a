import type { ProofDocument } from '#domain/proofs/documents.ts';
import { ensureKey, keyFile, keyFolder, keysOfUse, readKey, rootFile, type Key } from './key-files.ts';
import { KEY_USES, namedKeys, type KeyUse, type PublicKey } from './key-list.ts';
import { endedKeys, freshKey, isSignedBy, nextManifest, signWith } from './manifest.ts';
import { signable, type SignableContext } from '../signing/signable.ts';
import { SignerRefused, type ManifestWanted, type Signer } from '../signing/signer.ts';
import { manifestNo, type StoredDocument } from './store-keys.ts';

type KeysHere = ReadonlyMap<string, { readonly key: Key; readonly use: KeyUse }>;

/**
 * Signs with the keys of a data folder and makes them at the first start (mode 0600). The root key signs manifests only and may be taken
 * off the machine once the first is stored. Lives in the signer's process: nothing else reads these files.
 */
export class KeyStore implements Signer {
  readonly #dataDir: string;
  #here: KeysHere = new Map();

  constructor(dataDir: string) {
    this.#dataDir = dataDir;
  }

  /** Reads the folder anew: keys may have been brought. */
  async keys(): Promise<readonly PublicKey[]> {
    this.#here = await readKeys(await keyFolder(this.#dataDir));
    return [...this.#here.values()].map(({ key: { id, pub }, use }) => ({ id, pub, use }));
  }

  async sign(context: SignableContext, asked: ProofDocument): Promise<Buffer> {
    const { document, keyId, use } = signable(context, asked);
    if (!this.#here.has(keyId)) await this.keys();
    const held = this.#here.get(keyId);
    if (held === undefined) throw new SignerRefused(`the key ${keyId} is not here`);
    if (held.use !== use) throw new SignerRefused(`the key ${keyId} signs no ${context}`);
    return signWith(held.key.secret, context, document);
  }

  async manifest({ last, now, from, rotation }: ManifestWanted): Promise<StoredDocument | 'no-root'> {
    const folder = await keyFolder(this.#dataDir);
    if (last === null && rotation !== null) throw new SignerRefused('there are no keys to replace');
    const root = last === null ? await ensureKey(rootFile(folder)) : await readKey(rootFile(folder));
    // What stands in a manifest is ours or was signed by the root: nobody else's key is ever named.
    if (root === null || (last !== null && !isSignedBy(root, last))) return 'no-root';
    const no = last === null ? 1 : manifestNo(last) + 1;
    for (const use of rotation?.uses ?? []) await ensureKey(keyFile(folder, use, no));
    await this.keys();
    const named = rotation === null ? namedKeys(last) : endedKeys(namedKeys(last), rotation, now);
    const known = new Set(named.map(({ key_id }) => key_id));
    const unknown = [...this.#here.values()].filter(({ key }) => !known.has(key.id));
    return nextManifest(last, {
      root,
      now,
      keys: [...named, ...unknown.map(({ key, use }) => freshKey(key, use, from))],
    });
  }
}

/** Every key of the folder by its name; a use that has none gets one. */
async function readKeys(folder: string): Promise<KeysHere> {
  const here = new Map<string, { readonly key: Key; readonly use: KeyUse }>();
  for (const use of KEY_USES) {
    const found = await keysOfUse(folder, use);
    const keys = found.length > 0 ? found : [await ensureKey(keyFile(folder, use, 1))];
    for (const key of keys) here.set(key.id, { key, use });
  }
  return here;
}
