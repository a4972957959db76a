import { isIP } from 'node:net';
import type { Environment } from './config.ts';

/** Where mails to support come in. */
export interface SupportMailPlace {
  /** The address that people write to; with `+` and a word behind its name it is that of one ticket. */
  readonly address: string;
  readonly host: string;
  /** 0: any free one. */
  readonly port: number;
}

const HIGHEST = 65_535;
/** So far above the port of the product a sandbox listens for mails. */
const ABOVE = 25;
const ADDRESS = /^[a-z0-9._-]{1,24}@[a-z0-9-]+(?:\.[a-z0-9-]+)+$/;

/** `SUPPORT_ADDRESS`, `SUPPORT_SMTP_PORT` and `SUPPORT_SMTP_HOST`; null: nobody listens. A sandbox does unless its port is `off`. */
export function readSupportMail(env: Environment): {
  readonly supportMail: SupportMailPlace | null;
  readonly mistakes: readonly string[];
} {
  const value = (name: string) => env[name]?.trim() ?? '';
  const isSandbox = value('MODE') !== 'production';
  const [address, port, host] = [value('SUPPORT_ADDRESS'), value('SUPPORT_SMTP_PORT'), value('SUPPORT_SMTP_HOST')];
  const mistakes = [
    ...(address === '' || ADDRESS.test(address)
      ? []
      : ['SUPPORT_ADDRESS must look like help@example.com, in small letters, with at most 24 of them before the @.']),
    ...(port === '' || port === 'off' || isPort(port)
      ? []
      : [`SUPPORT_SMTP_PORT must be a whole number from 0 to ${String(HIGHEST)}, or off.`]),
    ...(host === '' || isIP(host) !== 0 ? [] : ['SUPPORT_SMTP_HOST must be an IP address of this machine.']),
    ...(isSandbox || port === 'off' || (address === '') === (port === '')
      ? []
      : ['SUPPORT_ADDRESS and SUPPORT_SMTP_PORT are set together, or neither is.']),
  ];
  const isOff = port === 'off' || (!isSandbox && port === '');
  if (mistakes.length > 0 || isOff) return { supportMail: null, mistakes };
  return {
    supportMail: {
      address: address === '' ? 'help@sandbox.example' : address,
      host: host === '' ? '127.0.0.1' : host,
      port: port === '' ? besides(value('PORT')) : Number(port),
    },
    mistakes,
  };
}

const isPort = (text: string) => /^\d{1,5}$/.test(text) && Number(text) <= HIGHEST;

function besides(port: string): number {
  const own = isPort(port) ? Number(port) : 3000;
  return own === 0 || own + ABOVE > HIGHEST ? 0 : own + ABOVE;
}
