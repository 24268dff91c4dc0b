import { existsSync, globSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { acceptsConnections } from '@zing/dev-env/processes/accepts-connections'
import { freePort } from '@zing/dev-env/processes/free-port'
import type { Peer, PeerAdapter, PeerOptions } from './peer.ts'
import { DATABASE_USER, findPostgres, type Postgres, startPostgres } from './postgres.ts'
import { asUser, giveTo } from './unprivileged.ts'
import { openXmppSocket } from './xmpp-socket.ts'

// Installed by Debian and Ubuntu: apt-get install ejabberd erlang-p1-pgsql postgresql
const ERL = '/usr/bin/erl'
const SCHEMA = '/usr/share/ejabberd/sql/pg.sql'
const APPLICATION = '/usr/lib/*/ejabberd-*/ebin/ejabberd.app'
const DRIVER = '/usr/lib/erlang/lib/p1_pgsql-*'
const USER = 'ejabberd'
const DOMAIN = 'localhost'
const PASSWORD = 'correct horse'
const READY_MS = 60_000

/** ejabberd with its archive and accounts in PostgreSQL, stream management and WebSocket. */
export const ejabberd: PeerAdapter = {
  name: 'ejabberd',
  async findMissing() {
    return [
      ...(existsSync(ERL) && existsSync(SCHEMA) && globSync(APPLICATION).length > 0 ? [] : ['ejabberd']),
      ...(globSync(DRIVER).length > 0 ? [] : ['erlang-p1-pgsql']),
      ...(findPostgres() ? [] : ['postgresql']),
    ]
  },
  start,
}

async function start({ processes, dataDir, pairs }: PeerOptions): Promise<Peer> {
  const postgres = await startPostgres(processes, 'ejabberd', dataDir)
  await postgres.run('postgres', 'CREATE DATABASE ejabberd')
  await postgres.runFile('ejabberd', SCHEMA)
  const accounts = pairs.flat().map(({ id }) => `('${id}', '${PASSWORD}')`)
  await postgres.run('ejabberd', `INSERT INTO users (username, password) VALUES ${accounts.join(', ')}`)

  const folder = path.join(dataDir, 'ejabberd')
  await mkdir(folder)
  const port = await freePort()
  await writeFile(path.join(folder, 'ejabberd.yml'), configOf(port, postgres))
  await giveTo(USER, folder)
  const [application = ''] = globSync(APPLICATION)
  const { pid } = await processes.start({
    name: 'ejabberd',
    // the options of ejabberdctl without Erlang's distribution, which needs a port mapper
    ...asUser(USER, ERL, [
      ...['+K', 'true', '+P', '250000', '-noinput'],
      ...['-mnesia', 'dir', `"${path.join(folder, 'mnesia')}"`],
      ...['-s', 'ejabberd'],
    ]),
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      HOME: folder,
      ERL_LIBS: path.resolve(application, '../../..'),
      ERL_MAX_PORTS: '32000',
      ERL_CRASH_DUMP_BYTES: '0',
      EJABBERD_CONFIG_PATH: path.join(folder, 'ejabberd.yml'),
      EJABBERD_LOG_PATH: path.join(folder, 'ejabberd.log'),
    },
    isReady: () => acceptsConnections(port),
    readyWithinMs: READY_MS,
  })
  if (!pid) throw new Error('ejabberd has no process')
  const version = /ejabberd-([\d.]+)/.exec(application)?.[1] ?? ''
  return {
    versions: `ejabberd ${version} on ${postgres.version}`,
    groups: { ejabberd: [pid], PostgreSQL: [postgres.pid] },
    server: {
      name: 'ejabberd',
      connect: ({ id }, onMessage) =>
        openXmppSocket(
          `ws://127.0.0.1:${port}/ws`,
          { domain: DOMAIN, user: String(id), password: PASSWORD },
          onMessage,
        ),
    },
  }
}

/** Archives every message for both users. Loads the modules that a message between two users passes. */
function configOf(port: number, postgres: Postgres): string {
  return `
hosts: [${DOMAIN}]
loglevel: warning
listen:
  - port: ${port}
    ip: "127.0.0.1"
    module: ejabberd_http
    request_handlers:
      /ws: ejabberd_http_ws
sql_type: pgsql
sql_server: "127.0.0.1"
sql_port: ${postgres.port}
sql_database: ejabberd
sql_username: ${DATABASE_USER}
sql_password: ""
default_db: sql
auth_method: sql
acme:
  auto: false
modules:
  mod_blocking: {}
  mod_carboncopy: {}
  mod_disco: {}
  mod_mam:
    default: always
  mod_offline: {}
  mod_ping: {}
  mod_privacy: {}
  mod_roster: {}
  mod_stream_mgmt: {}
`
}
