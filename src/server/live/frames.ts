/** Bytes of one WebSocket text message from a server: written to many sockets as they are. */
export function textFrame(text: string): Buffer {
  const size = Buffer.byteLength(text);
  const head = size < 126 ? 2 : size < 65_536 ? 4 : 10;
  const frame = Buffer.allocUnsafe(head + size);
  frame[0] = 0x81;
  if (head === 2) frame[1] = size;
  else if (head === 4) {
    frame[1] = 126;
    frame.writeUInt16BE(size, 2);
  } else {
    frame[1] = 127;
    frame.writeBigUInt64BE(BigInt(size), 2);
  }
  frame.write(text, head);
  return frame;
}

/** A message of a channel, framed. */
export function channelFrame(message: {
  readonly ch: string;
  readonly seq: number;
  readonly t: number;
  readonly data: unknown;
  readonly snapshot?: true;
}): Buffer {
  return textFrame(JSON.stringify(message));
}
