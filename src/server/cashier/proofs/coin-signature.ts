import { schnorr, secp256k1 } from '@noble/curves/secp256k1';
import { Address, OutScript, RawTx, RawWitness, SigHash, Transaction } from '@scure/btc-signer';
import { concatBytes, equalBytes, hash160, sha256x2, tagSchnorr } from '@scure/btc-signer/utils.js';
import type { CoinNetwork } from '#domain/cashier/coin-networks.ts';

type Of = Pick<CoinNetwork, 'prefix' | 'base58' | 'signedMessage'>;

/** A text that the key of an address is said to have signed. `signature`: base64. */
export interface SignedText {
  readonly address: string;
  readonly message: string;
  readonly signature: string;
}

/** BIP-137: the first byte says which of the keys it is, and of what kind the address. Electrum writes 31 to 34 for every kind. */
const RECOVERABLE = { bytes: 65, first: 27, last: 42, compressed: 31 } as const;
const LONGEST = 4_096;

/**
 * Did the key of an address sign a text? By BIP-322 (the simple form) for addresses of one key that begin with the prefix or are a script
 * around such a one, and by the older way of `signmessage` and BIP-137. Not for scripts of several keys.
 */
export function isSignedCoinText(network: Of, { address, message, signature }: SignedText): boolean {
  const bytes = Buffer.from(signature, 'base64');
  if (bytes.length === 0 || bytes.length > LONGEST || bytes.toString('base64') !== signature) return false;
  try {
    const script = scriptOf(network, address);
    return isRecoverable(bytes)
      ? isOfRecovered(script, bytes, legacyHash(network, message))
      : isOfWitness(script, RawWitness.decode(bytes), message);
  } catch {
    // Bytes that are no signature, or none of this curve.
    return false;
  }
}

const isRecoverable = (bytes: Uint8Array): boolean =>
  bytes.length === RECOVERABLE.bytes && (bytes[0] ?? 0) >= RECOVERABLE.first && (bytes[0] ?? 0) <= RECOVERABLE.last;

/** What an output to an address asks for. */
function scriptOf({ prefix, base58 }: Of, address: string): Uint8Array {
  const { pubKeyHash, scriptHash } = base58;
  return OutScript.encode(Address({ bech32: prefix, pubKeyHash, scriptHash, wif: 0 }).decode(address));
}

function legacyHash({ signedMessage }: Of, message: string): Uint8Array {
  const part = (text: string) => {
    const bytes = Buffer.from(text);
    if (bytes.length >= 0xfd) {
      return concatBytes(Uint8Array.of(0xfd, bytes.length & 0xff, bytes.length >> 8), bytes);
    }
    return concatBytes(Uint8Array.of(bytes.length), bytes);
  };
  return sha256x2(part(signedMessage), part(message));
}

function isOfRecovered(script: Uint8Array, bytes: Uint8Array, hash: Uint8Array): boolean {
  const first = bytes[0] ?? 0;
  const signature = secp256k1.Signature.fromCompact(bytes.subarray(1));
  const point = signature.addRecoveryBit((first - RECOVERABLE.first) & 3).recoverPublicKey(hash);
  const isCompressed = first >= RECOVERABLE.compressed;
  return [...scriptsOf(point.toRawBytes(isCompressed), isCompressed)].some((one) => equalBytes(one, script));
}

/** The outputs that one key can spend alone. Only a compressed one is taken by those of a witness. */
function* scriptsOf(key: Uint8Array, isCompressed: boolean): Generator<Uint8Array> {
  const hash = hash160(key);
  yield OutScript.encode({ type: 'pkh', hash });
  if (!isCompressed) return;
  const witness = OutScript.encode({ type: 'wpkh', hash });
  yield witness;
  yield OutScript.encode({ type: 'sh', hash: hash160(witness) });
}

/** BIP-322: what would spend an output of a transaction that holds the text and can be in no block. */
function isOfWitness(script: Uint8Array, witness: readonly Uint8Array[], message: string): boolean {
  const toSign = signedBy(script, message);
  const [signature, key, ...more] = witness;
  if (signature === undefined || more.length > 0) return false;
  if (key === undefined) return isOfTaproot(script, signature, toSign);
  const hash = hash160(key);
  if (key.length !== 33 || ![...scriptsOf(key, true)].slice(1).some((one) => equalBytes(one, script))) return false;
  if (signature.at(-1) !== SigHash.ALL) return false;
  const digest = toSign.preimageWitnessV0(0, OutScript.encode({ type: 'pkh', hash }), SigHash.ALL, 0n);
  return secp256k1.verify(secp256k1.Signature.fromDER(signature.subarray(0, -1)), digest, key);
}

function isOfTaproot(script: Uint8Array, signature: Uint8Array, toSign: Transaction): boolean {
  const decoded = OutScript.decode(script);
  if (decoded.type !== 'tr') return false;
  const kind = signature.length === 65 ? signature[64] : SigHash.DEFAULT;
  if (signature.length < 64 || (signature.length === 65 && kind !== SigHash.ALL)) return false;
  const digest = toSign.preimageWitnessV1(0, [script], kind ?? SigHash.DEFAULT, [0n]);
  return schnorr.verify(signature.subarray(0, 64), digest, decoded.pubkey);
}

const NO_TRANSACTION = new Uint8Array(32);
/** OP_RETURN alone. */
const NOTHING = Uint8Array.of(0x6a);

function signedBy(script: Uint8Array, message: string): Transaction {
  const hash = tagSchnorr('BIP0322-signed-message', Buffer.from(message));
  const toSpend = RawTx.encode({
    version: 0,
    segwitFlag: false,
    inputs: [
      {
        txid: NO_TRANSACTION,
        index: 0xffffffff,
        // OP_0, and the hash.
        finalScriptSig: concatBytes(Uint8Array.of(0x00, 0x20), hash),
        sequence: 0,
      },
    ],
    outputs: [{ amount: 0n, script }],
    witnesses: [],
    lockTime: 0,
  });
  const toSign = new Transaction({ version: 0, allowUnknownOutputs: true });
  toSign.addInput({
    txid: sha256x2(toSpend).reverse(),
    index: 0,
    sequence: 0,
    witnessUtxo: { script, amount: 0n },
  });
  toSign.addOutput({ script: NOTHING, amount: 0n });
  return toSign;
}
