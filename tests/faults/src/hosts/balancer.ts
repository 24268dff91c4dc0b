import { connect } from 'node:net'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { isReady } from '@zing/dev-env/processes/is-ready'
import { createMember, type Member, type MemberOptions } from '../product/member.ts'
import { type Values, writeSettings } from './settings.ts'

const READY_MS = 30_000

export interface Balancer {
  member: Member
  /** Sends no new calls to a host, or sends them again. */
  set(host: string, state: 'drain' | 'ready'): Promise<void>
}

interface BalancerOptions extends MemberOptions {
  folder: string
  values: Values
  url: string
}

/** Creates HAProxy with the settings of `deploy/hosts`, not started yet. */
export async function createBalancer({ folder, values, url, ...options }: BalancerOptions): Promise<Balancer> {
  await writeSettings(folder, { ...values, DATA: folder, CONFIG: folder })
  const spec = {
    name: 'balancer',
    command: 'haproxy',
    args: ['-db', '-f', path.join(folder, 'haproxy.cfg')],
    isReady: () => isReady(url),
    readyWithinMs: READY_MS,
  }
  return {
    member: createMember(spec, { kind: 'balancer' }, options),
    async set(host, state) {
      const socket = connect(path.join(folder, 'haproxy.sock'))
      socket.end(`set server gateways/${host} state ${state}\n`)
      const answer = (await text(socket)).trim()
      if (answer) throw new Error(`HAProxy: ${answer}`)
    },
  }
}
