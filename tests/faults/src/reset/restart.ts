import { isServer, type Member } from '../product/member.ts'

/** Ends and restarts processes of the product; servers start before the processes that use them. */
export async function restart(members: Member[], signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
  const servers = members.filter(({ kind }) => isServer(kind))
  const others = members.filter(({ kind }) => !isServer(kind))
  await Promise.all(others.map((member) => member.end(signal)))
  await Promise.all(servers.map((member) => member.end(signal)))
  await Promise.all(servers.map((member) => member.start()))
  await Promise.all(others.map((member) => member.start()))
}
