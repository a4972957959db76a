declare module 'geoip-country' {
  const reader: {
    /** Synchronous look-up in memory; null where the address is in no range. */
    lookup(address: string): { readonly country: string } | null;
  };
  export default reader;
}
