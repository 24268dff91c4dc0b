import { cp, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { isOk } from '@zing/dev-env/processes/is-ok'
import { isReady } from '@zing/dev-env/processes/is-ready'
import { ROOT } from '@zing/dev-env/root'
import { folderOf, PROCESSES, type ProcessName, REQUIRED_PROCESSES } from '@zing/proto/processes'
import { createSmallDisk } from '@zing/testing/small-disk'
import type { Fault } from '../nemesis/fault.ts'
import { createMember, type Member, type MemberOptions } from '../product/member.ts'
import type { NetworkHost } from './network.ts'
import { environmentOf, ownValues, type Values, writeSettings } from './settings.ts'

const SUPERVISOR = path.join(import.meta.dirname, 'supervise.ts')
const DISK_BYTES = 128 * 1024 * 1024
const READY_MS = 180_000
/** Longer than NATS takes to hand over what it leads. */
const KILL_AFTER_MS = 75_000
/** The same port is in deploy/hosts/nats.conf. */
const NATS_MONITOR_PORT = 8222
const NATS_HEALTHY_MS = 2_000
const LOST_SHARE = 0.25

/** The supervisor's line before it stops NATS. */
export const NO_JETSTREAM = 'nats has no JetStream'

/** The processes that the supervisor of a host starts. */
export interface HostSpec {
  settings: string
  data: string
  /** Says whether JetStream is on. */
  natsHealth: string
  processes: { kind: 'server' | 'service'; name: string; command: string; args: string[]; cwd: string; env: Values }[]
}

export interface Host extends Member {
  address: string
  /** The next start takes the processes of this folder. */
  use(checkout: string): Promise<void>
  remove(): Promise<void>
}

export interface HostOptions extends MemberOptions {
  name: string
  folder: string
  network: NetworkHost
  natsServer: string
  values: Values
  /** Folder of `makeCertificate`. */
  certificate: string
  /** Variables of the services that differ from deploy/hosts: the tests have no limits. */
  overrides(kind: ProcessName): Values
}

/** Creates a host that has not started yet: a namespace with a disk, and a supervisor of all processes there. */
export async function createHost(options: HostOptions, other: (name: string) => Host): Promise<Host> {
  const { name, folder, network, values } = options
  const [settings, data, specFile] = [
    path.join(folder, 'etc'),
    path.join(folder, 'data'),
    path.join(folder, 'host.json'),
  ]
  const disk = await createSmallDisk(data, DISK_BYTES)
  if (!disk) throw new Error('no small disk could be mounted')
  await writeSettings(settings, { ...ownValues(name, network.address, values), DATA: data, CONFIG: settings })
  await cp(options.certificate, settings, { recursive: true })

  async function use(checkout: string): Promise<void> {
    const spec: HostSpec = {
      ...{ settings, data },
      natsHealth: `http://${network.address}:${NATS_MONITOR_PORT}/healthz?js-enabled-only=true`,
      processes: await processesOf({ ...options, settings, data, checkout }),
    }
    await writeFile(specFile, JSON.stringify(spec))
  }

  const supervisor = disk.within(network.within({ command: process.execPath, args: [SUPERVISOR, specFile] }))
  const areReady = async () => {
    const urls = REQUIRED_PROCESSES.map((kind) => `http://${network.address}:${PROCESSES[kind].port}`)
    const isNatsCurrent = isOk(`http://${network.address}:${NATS_MONITOR_PORT}/healthz`, NATS_HEALTHY_MS)
    return (await Promise.all([...urls.map(isReady), isNatsCurrent])).every(Boolean)
  }
  const member = createMember(
    { name, ...supervisor, cwd: ROOT, isReady: areReady, readyWithinMs: READY_MS, onLine },
    { kind: 'host', disk, killAfterMs: KILL_AFTER_MS },
    options,
  )
  let isFull = false
  let isNatsStopped = false
  function onLine(line: string): void {
    options.onLine(name, line)
    if (line.includes(NO_JETSTREAM)) isNatsStopped = true
    const [, ended] = /^(\S+) stopped: .*; starting it again/.exec(line) ?? []
    const isExpected = ended === 'nats' && (isFull || isNatsStopped)
    if (ended === 'nats') isNatsStopped = false
    if (ended && !isExpected) options.onExit(`${name}/${ended}`, false)
  }

  async function end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const ended = member.end(signal)
    if (signal === 'SIGKILL') await network.signal('SIGKILL')
    await ended
  }

  return {
    ...member,
    address: network.address,
    end,
    use,
    signal: (signal) => void network.signal(signal),
    async apply({ kind, server }: Fault) {
      switch (kind) {
        case 'kill':
          await end('SIGKILL')
          return () => member.start()
        case 'empty':
          await end('SIGKILL')
          return () => member.start({ HOST_IS_EMPTY: 'true' })
        case 'pause':
          await network.signal('SIGSTOP')
          return () => network.signal('SIGCONT')
        case 'fill':
          isFull = true // NATS ends, and cannot start
          await disk.fill()
          return async () => {
            await disk.free()
            isFull = false
          }
        case 'silence':
          await network.silence()
          break
        case 'cut':
          await network.cutFrom(other(server ?? '').address)
          break
        case 'deafen':
          await network.deafenTo(other(server ?? '').address)
          break
        case 'lose':
          await network.lose(LOST_SHARE)
          break
        default:
          throw new Error(`no host has the fault ${kind}`)
      }
      return () => network.heal()
    },
    async remove() {
      await end('SIGKILL')
      await disk.close()
    },
  }
}

interface ProcessesOptions extends HostOptions {
  settings: string
  data: string
  checkout: string
}

async function processesOf(options: ProcessesOptions): Promise<HostSpec['processes']> {
  const { settings, data, checkout, natsServer, overrides } = options
  const system = process.env as Values
  const server = (name: string, command: string, args: string[], env: Values = {}) =>
    ({ kind: 'server', name, command, args, cwd: data, env: { ...system, ...env } }) as const
  const services = REQUIRED_PROCESSES.map(async (kind) => {
    const env = { ...(await environmentOf(settings, kind)), ...overrides(kind) }
    const { MAIN = path.join(folderOf(kind), 'src', 'main.ts') } = env
    const args = [path.join(checkout, MAIN)]
    const program = { name: kind, command: process.execPath, args, cwd: checkout, env: { ...system, ...env } }
    return { kind: 'service', ...program } as const
  })
  return [
    server('nats', natsServer, ['--config', path.join(settings, 'nats.conf')], await environmentOf(settings, 'nats')),
    server('redis', 'redis-server', [path.join(data, 'redis.conf')]),
    server('sentinel', 'redis-sentinel', [path.join(data, 'sentinel.conf')]),
    ...(await Promise.all(services)),
  ]
}
