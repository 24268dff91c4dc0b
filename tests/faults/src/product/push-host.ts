import { freePort } from '@zing/dev-env/processes/free-port'
import { type PushHost, startPushHost } from '@zing/testing/push-host'
import { createLink } from './link.ts'
import type { Member } from './member.ts'

export interface PushHostMember {
  host: PushHost
  member: Member
  stop(): Promise<void>
}

/** Starts a push host behind a link that faults disturb: a kill refuses its connections, a pause lets them wait. */
export async function startPushHostMember(): Promise<PushHostMember> {
  const port = await freePort()
  const link = await createLink({ host: '127.0.0.1', port })
  const host = await startPushHost({ port, publicPort: link.port })
  const member: Member = {
    name: 'push-host',
    kind: 'push-host',
    links: {},
    disk: null,
    signal: (signal) => (signal === 'SIGSTOP' ? link.stall() : link.heal()),
    end: async () => link.cut(),
    start: async () => link.heal(),
  }
  return {
    host,
    member,
    async stop() {
      link.close()
      await host.stop()
    },
  }
}
