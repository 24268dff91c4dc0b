import { PROCESS_NAMES } from '@zing/proto/processes'
import type { Kind, Scale } from './scale.ts'

const LOOPBACK = '127.0.0.1'

export interface Instance {
  /** `chat`, or `chat-1` and `chat-2` where there are two. */
  name: string
  kind: Kind
  host: string
  port: number
  metricsPort: number
}

export interface Address {
  host: string
  port: number
}

/**
 * Assigns ports to every process, which keeps them over restarts. A single gateway listens on the public address; several
 * gateways get ports of their own, behind a balancer.
 */
export async function placeInstances(
  scale: Scale,
  publicAddress: Address,
  freePort: () => Promise<number>,
): Promise<Instance[]> {
  const processes = PROCESS_NAMES.flatMap((kind) =>
    Array.from({ length: scale[kind] }, (_, index) => ({ kind, index })),
  )
  return Promise.all(
    processes.map(async ({ kind, index }) => {
      const isPublic = kind === 'gateway' && scale.gateway === 1
      return {
        name: scale[kind] === 1 ? kind : `${kind}-${index + 1}`,
        kind,
        host: isPublic ? publicAddress.host : LOOPBACK,
        port: isPublic ? publicAddress.port : await freePort(),
        metricsPort: await freePort(),
      }
    }),
  )
}

/** Returns the URL under which this machine reaches a server that listens on the address. */
export function localUrl({ host, port }: Address): string {
  if (host === '0.0.0.0' || host === '::') return `http://${LOOPBACK}:${port}`
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

export function metricsUrl({ metricsPort }: Instance): string {
  return `http://${LOOPBACK}:${metricsPort}/metrics`
}
