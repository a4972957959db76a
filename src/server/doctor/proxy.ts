import type { IncomingHttpHeaders } from 'node:http';
import { WebSocket } from 'ws';
import type { Arrived } from '#protocol/site.ts';
import type { Config, Origins } from '#server/config/config.ts';
import { DOCTOR_HEADER } from '#server/doctor-mark.ts';
import { hostnameOf, publicHostnames } from '#server/config/origins.ts';
import { proxyJudge } from '#server/net/proxy-judge.ts';
import { call, lookupAt, type Answer } from './call.ts';
import { about, type Finding } from './finding.ts';
import { DAY_MS } from '#domain/time.ts';

/** Said of ourselves as a stranger would: a proxy must not hand it on as it is. Of a range that nobody has (RFC 5737). */
const FORGED = '192.0.2.1';
const SOCKET_MS = 5_000;
const RENEW_DAYS = 14;

type Settings = Pick<Config, 'origins' | 'trustedProxies' | 'mode'>;

export interface Way {
  /** Left in the data folder: the server shows what arrived to nobody else. */
  readonly word: string;
  /** `host:port` that every name is called at, in place of what DNS says; null: as everybody calls. */
  readonly at: string | null;
}

/** Calls each origin as people do, through whatever stands in front, and looks at what arrives. */
export async function examineProxy(config: Settings, way: Way): Promise<readonly Finding[]> {
  const names: readonly (keyof Origins)[] = ['main', 'auth', 'dashboard', 'events', 'admin', 'files'];
  const origins = [...new Set(names.map((name) => config.origins[name]))];
  const found = await Promise.all(origins.map((origin) => examineOrigin(origin, config, way)));
  return [...found.flat(), ...(await examineMain(config, way))];
}

async function examineOrigin(origin: string, config: Settings, { word, at }: Way): Promise<readonly Finding[]> {
  const say = about('proxy');
  let answer: Answer;
  try {
    const headers = { [DOCTOR_HEADER]: word, 'x-forwarded-for': FORGED };
    answer = await call(new URL('/healthz', origin), { headers, at });
  } catch (error) {
    return [say.fault(`${origin} cannot be reached from here: ${reasonOf(error)}.`)];
  }
  const arrived = (answer.json as { readonly arrived?: Arrived } | null)?.arrived;
  if (answer.status !== 200 || arrived === undefined) {
    return [
      say.fault(`${origin} is answered by something else (${answer.status}): let the proxy hand it to this server.`),
    ];
  }
  return [...judgeArrival(origin, arrived, config), ...judgeCertificate(origin, answer.certificateEnds)];
}

/** What a call that named `FORGED` as its origin looks like behind the proxy. */
export function judgeArrival(origin: string, arrived: Arrived, config: Settings): readonly Finding[] {
  const say = about('proxy');
  const found: Finding[] = [];
  const wanted = new URL(origin).host;
  if (hostnameOf(arrived.host) !== hostnameOf(wanted)) {
    found.push(
      say.fault(`${origin} arrives as Host ${arrived.host}: pass it on (nginx: proxy_set_header Host $http_host).`),
    );
  }
  const headers: IncomingHttpHeaders = {
    host: wanted,
    ...(arrived.forwardedFor === null ? {} : { 'x-forwarded-for': arrived.forwardedFor }),
  };
  // Nobody stands in front of an origin of this machine.
  const isPublic = publicHostnames(config.origins).size > 0;
  const fault = isPublic ? proxyJudge(config)(arrived.peer, headers) : null;
  if (fault === 'no-forwarded-for') {
    found.push(
      say.fault(
        `${origin} arrives without X-Forwarded-For: everybody is one caller (nginx: proxy_set_header X-Forwarded-For $remote_addr).`,
      ),
    );
  } else if (fault === 'not-trusted') {
    found.push(
      say.fault(
        `The proxy of ${origin} comes from ${arrived.peer}: name it in TRUSTED_PROXIES, else everybody is one caller.`,
      ),
    );
  } else if (isPublic && arrived.forwardedFor?.trim() === FORGED) {
    found.push(
      say.fault(
        `The proxy of ${origin} hands on an X-Forwarded-For that a stranger wrote: let it write its own (nginx: proxy_set_header X-Forwarded-For $remote_addr).`,
      ),
    );
  }
  return found.length > 0 ? found : [say.ok(`${origin} arrives with its Host and the address of its caller.`)];
}

function judgeCertificate(origin: string, ends: number | null): readonly Finding[] {
  if (ends === null) return [];
  const days = Math.floor((ends - Date.now()) / DAY_MS);
  const words = `The certificate of ${origin} ends in ${days} days`;
  return days < RENEW_DAYS ? [about('proxy').warning(`${words}: see that it is renewed.`)] : [];
}

/** Sockets, and what the world must not see. */
async function examineMain({ origins, mode }: Settings, { at }: Way): Promise<readonly Finding[]> {
  const say = about('proxy');
  const found: Finding[] = [];
  const socket = await socketOpens(`${origins.main.replace(/^http/, 'ws')}/public`, at);
  found.push(
    socket === null
      ? say.ok('Sockets open through it.')
      : say.fault(
          `Sockets do not open through it (${socket}): pass Upgrade and Connection on, with HTTP/1.1 (ops/nginx/tikvo.conf).`,
        ),
  );
  const metrics = await call(new URL('/metrics', origins.main), { headers: {}, at }).catch(() => null);
  if (mode === 'production' && metrics?.status === 200) {
    found.push(say.fault(`${origins.main}/metrics answers the whole world: take the path out of the proxy.`));
  }
  return found;
}

/** Why no socket opens; null: one did. */
function socketOpens(url: string, at: string | null): Promise<string | null> {
  return new Promise((resolve) => {
    const lookup = lookupAt(at);
    const socket = new WebSocket(withPort(url, at), {
      handshakeTimeout: SOCKET_MS,
      headers: { host: new URL(url).host },
      ...(lookup === null ? {} : { lookup }),
    });
    const end = (why: string | null) => {
      socket.removeAllListeners();
      socket.on('error', () => undefined);
      socket.terminate();
      resolve(why);
    };
    socket.once('open', () => end(null));
    socket.once('error', (error) => end(error.message));
  });
}

function withPort(url: string, at: string | null): string {
  if (at === null) return url;
  const changed = new URL(url);
  changed.port = at.split(':').at(-1) ?? '';
  return changed.href;
}

function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return code ?? message;
}
