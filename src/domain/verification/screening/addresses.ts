/** An address of a coin that a list holds, as it writes both: `XBT`, `12Qt...`. */
export interface ListedAddress {
  readonly coin: string;
  readonly address: string;
}

const HEX = /^0x[0-9a-f]{40,}$/i;
const BECH32 = /^(?:bc|tb|ltc|tltc)1[02-9ac-hj-np-z]+$/i;
const CASH = /^(?:bitcoincash:)?([qp][02-9ac-hj-np-z]{41})$/i;

/**
 * One spelling of an address, whatever its chain. Where capitals carry no more than a checksum they are dropped, as is the word before an
 * address of Bitcoin Cash; elsewhere they tell two addresses apart and stay.
 */
export function spellingOf(address: string): string {
  const text = address.trim();
  const cash = CASH.exec(text)?.[1];
  if (cash !== undefined) return cash.toLowerCase();
  return HEX.test(text) || BECH32.test(text) ? text.toLowerCase() : text;
}
