export type { ChainClient } from './client.ts';
export type { BlockMark, TransferLog } from './client.ts';
export { Networks } from './networks.ts';
export type { NetworkState, OpenNetwork } from './networks.ts';
