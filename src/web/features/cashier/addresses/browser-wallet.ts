/** What wallets in the browser offer pages (EIP-1193). */
interface BrowserWallet {
  request(call: { readonly method: string; readonly params?: readonly unknown[] }): Promise<unknown>;
}

/** null: the browser has none, or it is of another kind. */
export function browserWallet(): BrowserWallet | null {
  const found = (globalThis as { readonly ethereum?: Partial<BrowserWallet> }).ethereum;
  return typeof found?.request === 'function' ? (found as BrowserWallet) : null;
}

/** How a wallet answered. `other`: none of the accounts that it shows has this address. */
export type Signed = { readonly signature: string } | 'other' | 'refused';

/** Has the wallet of the browser sign a text with the key of an address (`personal_sign`). */
export async function signIn(
  wallet: BrowserWallet,
  { address, message }: { readonly address: string; readonly message: string },
): Promise<Signed> {
  try {
    const shown = await wallet.request({ method: 'eth_requestAccounts' });
    const accounts = Array.isArray(shown) ? shown.map(String) : [];
    const account = accounts.find((one) => one.toLowerCase() === address.toLowerCase());
    if (account === undefined) return 'other';
    const hex = Array.from(new TextEncoder().encode(message), (byte) => byte.toString(16).padStart(2, '0')).join('');
    const signature = await wallet.request({ method: 'personal_sign', params: [`0x${hex}`, account] });
    return typeof signature === 'string' ? { signature } : 'refused';
  } catch {
    // The person closed its window, or it is locked.
    return 'refused';
  }
}
