import { KINDS, type Kind, type Scale } from './scale.ts'

const LOOPBACK = '127.0.0.1'

/** One process of Zing, and where it listens. */
export interface Instance {
  /** `chat`, or `chat-1` and `chat-2` where there are two. */
  name: string
  kind: Kind
  host: string
  port: number
  metricsPort: number
}

/** Where the world comes in. */
export interface Door {
  host: string
  port: number
}

/**
 * Gives every process its ports, which it keeps over restarts, because others know them. The gateway listens at the door
 * itself; several stand behind a balancer, each with a port of its own.
 */
export async function placeInstances(scale: Scale, door: Door, freePort: () => Promise<number>): Promise<Instance[]> {
  const wanted = KINDS.flatMap((kind) => Array.from({ length: scale[kind] }, (_, index) => ({ kind, index })))
  return Promise.all(
    wanted.map(async ({ kind, index }) => {
      const isDoor = kind === 'gateway' && scale.gateway === 1
      return {
        name: scale[kind] === 1 ? kind : `${kind}-${index + 1}`,
        kind,
        host: isDoor ? door.host : LOOPBACK,
        port: isDoor ? door.port : await freePort(),
        metricsPort: await freePort(),
      }
    }),
  )
}

/** Where this machine reaches a server that listens on `host`. */
export function localUrl({ host, port }: Door): string {
  if (host === '0.0.0.0' || host === '::') return `http://${LOOPBACK}:${port}`
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

export function metricsUrl({ metricsPort }: Instance): string {
  return `http://${LOOPBACK}:${metricsPort}/metrics`
}
