import { EventEmitter } from 'node:events'

export interface Elections {
  setName: string
  hosts: string[]
  primary: number | null
  /** The member that was elected last. */
  latest: number
  term: number
  /** Grows with each change, which `changes` tells. */
  version: number
  changes: EventEmitter
  demote(): void
  /** Returns the elected member. */
  elect(member: number): number
  /** Called once, after the next write by this command. */
  onWrite: { command: string; fault(): void } | null
}

/** The state that all members share at once: who is primary, and in which term. */
export function createElections(): Elections {
  const changes = new EventEmitter().setMaxListeners(0)
  const elections: Elections = {
    setName: 'zing',
    hosts: [],
    primary: null,
    latest: 0,
    term: 0,
    version: 0,
    changes,
    demote: () => change({ primary: null }),
    elect(member) {
      change({ primary: member, latest: member, term: elections.term + 1 })
      return member
    },
    onWrite: null,
  }
  function change(to: Partial<Elections>): void {
    Object.assign(elections, to, { version: elections.version + 1 })
    changes.emit('change')
  }
  return elections
}
