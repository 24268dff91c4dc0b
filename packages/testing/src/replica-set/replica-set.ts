import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createCursors } from '@zing/embedded-mongo/query/cursors'
import { closeStore, openStore } from '@zing/embedded-mongo/storage/open-store'
import { afterTestOrFile } from '../after-test-or-file.ts'
import { createElections } from './elections.ts'
import { listenAsMember } from './member.ts'

export interface ReplicaSet {
  /** `MONGO_URL` of a database of its own, with the addresses of all members. */
  url: string
  /** The member that is primary, or was it last. */
  primary(): number
  hasPrimary(): boolean
  /** Demotes the primary, whose connections stay open. Nobody is primary until `elect`. */
  stepDown(): void
  /** Makes the next member primary, and returns its index. */
  elect(): number
  /** The primary's address refuses connections, and its connections break. Nobody is primary until `elect`. */
  killPrimary(): void
  /** The primary goes on accepting connections and bytes, and answers nothing. It is lost to the set until `elect`. */
  silencePrimary(): void
  /** A killed or silent member is back, as a secondary. */
  restore(member: number): Promise<void>
  /** Calls `fault` once, when the next write by this command is stored and not answered yet. */
  afterNext(command: string, fault: () => void): void
}

/**
 * Three addresses of one embedded engine that answer as a replica set, until the test or its file ends. Every member has
 * every write at once, as after `w: majority`. Elections happen when the test says so.
 */
export async function startReplicaSet(): Promise<ReplicaSet> {
  const folder = await mkdtemp(path.join(tmpdir(), 'zing-set-'))
  const store = openStore(folder)
  const elections = createElections()
  const parts = { store, cursors: createCursors(), elections, answered: new Map() }
  const members = await Promise.all([0, 1, 2].map((index) => listenAsMember(index, parts)))
  elections.hosts = members.map(({ host }) => host)
  elections.elect(0)
  afterTestOrFile(async () => {
    for (const member of members) member.close()
    await closeStore(store)
    await rm(folder, { recursive: true })
  })

  const member = (index: number) => members[index] as (typeof members)[number] // the test names one of three
  return {
    url: `mongodb://${elections.hosts.join()}/zing_test_${randomUUID().slice(0, 8)}?replicaSet=${elections.setName}`,
    primary: () => elections.latest,
    hasPrimary: () => elections.primary !== null,
    stepDown: elections.demote,
    elect: () => elections.elect((elections.latest + 1) % members.length),
    killPrimary() {
      member(elections.latest).close()
      elections.demote()
    },
    silencePrimary() {
      member(elections.latest).silence() // it can tell nobody that it is demoted
      elections.demote()
    },
    restore: (index) => member(index).restore(),
    afterNext(command, fault) {
      elections.onWrite = { command, fault }
    },
  }
}
