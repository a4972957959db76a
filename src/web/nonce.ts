import { createContext } from 'react';

/** The nonce of inline scripts while the server renders; undefined in the browser, which hides it. */
export const NonceContext = createContext<string | undefined>(undefined);
