import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { acceptsConnections } from '@zing/dev-env/processes/accepts-connections'
import { freePort } from '@zing/dev-env/processes/free-port'
import { forEach } from '../load/workers.ts'
import { createMatrix } from './matrix-client.ts'
import type { Peer, PeerAdapter, PeerOptions } from './peer.ts'
import { DATABASE_USER, findPostgres, startPostgres } from './postgres.ts'

const run = promisify(execFile)

/** A Python with the package matrix-synapse[postgres]. */
const PYTHON = process.env.SYNAPSE_PYTHON ?? 'python3'
const PASSWORD = 'correct horse battery'
const READY_MS = 120_000
const CONCURRENCY = 4

/** Synapse as one process, with its data in PostgreSQL. */
export const synapse: PeerAdapter = {
  name: 'Synapse',
  async findMissing() {
    const hasSynapse = await run(PYTHON, ['-c', 'import synapse, psycopg2']).then(
      () => true,
      () => false,
    )
    return [
      ...(hasSynapse ? [] : ['matrix-synapse[postgres] (set SYNAPSE_PYTHON)']),
      ...(findPostgres() ? [] : ['postgresql']),
    ]
  },
  start,
}

async function start({ processes, dataDir, pairs }: PeerOptions): Promise<Peer> {
  const postgres = await startPostgres(processes, 'Synapse', dataDir)
  await postgres.run('postgres', 'CREATE DATABASE synapse')
  const folder = path.join(dataDir, 'synapse')
  await mkdir(folder)
  const port = await freePort()
  const config = path.join(folder, 'homeserver.yaml')
  await writeFile(config, configOf(folder, port, postgres.port))
  await writeFile(path.join(folder, 'log.yaml'), 'version: 1\nroot:\n  level: ERROR\n')
  const args = ['-m', 'synapse.app.homeserver', '--config-path', config]
  await run(PYTHON, [...args, '--generate-keys'], { cwd: folder })
  const { pid } = await processes.start({
    name: 'Synapse',
    command: PYTHON,
    args,
    cwd: folder,
    isReady: () => acceptsConnections(port),
    readyWithinMs: READY_MS,
  })
  if (!pid) throw new Error('Synapse has no process')

  const matrix = createMatrix(`http://127.0.0.1:${port}`)
  const accounts = new Map<number, { token: string; userId: string }>()
  const rooms = new Map<string, string>()
  await forEach(pairs.length, CONCURRENCY, async (index) => {
    const pair = pairs[index]
    if (!pair) return
    const [one, other] = pair
    const [owner, guest] = [await register(one.id), await register(other.id)]
    const room = await matrix.createRoom(owner.token, guest)
    rooms.set(`${one.id} ${other.id}`, room).set(`${other.id} ${one.id}`, room)
  })
  async function register(id: number): Promise<{ token: string; userId: string }> {
    const account = await matrix.register(`bench-${id}`, PASSWORD)
    accounts.set(id, account)
    return account
  }

  return {
    versions: `Synapse ${await versionOf()} on ${postgres.version}`,
    groups: { Synapse: [pid], PostgreSQL: [postgres.pid] },
    server: {
      name: 'Synapse',
      async connect({ id }, onMessage) {
        const account = accounts.get(id)
        if (!account) throw new Error(`user ${id} has no account`)
        return matrix.connect(account, (receiverId) => rooms.get(`${id} ${receiverId}`) ?? '', onMessage)
      },
    },
  }
}

async function versionOf(): Promise<string> {
  const { stdout } = await run(PYTHON, [
    '-c',
    'from importlib.metadata import version; print(version("matrix-synapse"))',
  ])
  return stdout.trim()
}

/** Turns off federation, presence and rate limits. */
function configOf(folder: string, port: number, databasePort: number): string {
  const unlimited = '{ per_second: 100000, burst_count: 100000 }'
  return `
server_name: localhost
pid_file: ${folder}/synapse.pid
signing_key_path: ${folder}/signing.key
media_store_path: ${folder}/media
log_config: ${folder}/log.yaml
macaroon_secret_key: bench
report_stats: false
trusted_key_servers: []
listeners:
  - port: ${port}
    bind_addresses: ["127.0.0.1"]
    type: http
    resources:
      - names: [client]
database:
  name: psycopg2
  args:
    host: 127.0.0.1
    port: ${databasePort}
    user: ${DATABASE_USER}
    dbname: synapse
    cp_min: 5
    cp_max: 10
enable_registration: true
enable_registration_without_verification: true
bcrypt_rounds: 4
presence:
  enabled: false
rc_message: ${unlimited}
rc_registration: ${unlimited}
rc_room_creation: ${unlimited}
rc_login:
  address: ${unlimited}
  account: ${unlimited}
  failed_attempts: ${unlimited}
rc_joins:
  local: ${unlimited}
  remote: ${unlimited}
rc_joins_per_room: ${unlimited}
rc_invites:
  per_room: ${unlimited}
  per_user: ${unlimited}
  per_issuer: ${unlimited}
`
}
