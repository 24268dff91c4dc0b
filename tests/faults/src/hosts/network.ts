import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)
const PREFIX = 'zinghost'
const FIRST_HOST = 11
const SUBNETS = 250
const KILL_ATTEMPTS = 50

export interface NetworkHost {
  address: string
  namespace: string
  /** The command line that runs a program on this host. */
  within(program: { command: string; args: string[] }): { command: string; args: string[] }
  /** Sends a signal to every process of the host; SIGKILL until none is left. */
  signal(signal: NodeJS.Signals): Promise<void>
  /** Drops all packets. */
  silence(): Promise<void>
  /** Drops all packets from and to another host. */
  cutFrom(address: string): Promise<void>
  /** Drops packets from another host, which still gets ours. */
  deafenTo(address: string): Promise<void>
  /** Drops this share of all packets. */
  lose(share: number): Promise<void>
  heal(): Promise<void>
}

export interface Network {
  /** Address of this machine that every host reaches. */
  outside: string
  hosts: NetworkHost[]
}

/** Creates network namespaces with addresses of their own, which a bridge connects with this machine. Needs root. */
export async function createNetwork(count: number): Promise<Network> {
  await removeNetworks()
  const subnet = await freeSubnet()
  const bridge = bridgeOf(process.pid)
  const outside = `${subnet}.1`
  await ip('link', 'add', bridge, 'type', 'bridge')
  await ip('addr', 'add', `${outside}/24`, 'dev', bridge)
  await ip('link', 'set', bridge, 'up')
  const hosts: NetworkHost[] = []
  for (let number = 1; number <= count; number++) {
    const [namespace, address] = [`${PREFIX}-${process.pid}-${number}`, `${subnet}.${FIRST_HOST + number - 1}`]
    const outer = `zh${process.pid}-${number}`
    await ip('netns', 'add', namespace)
    await ip('link', 'add', outer, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', namespace)
    await ip('link', 'set', outer, 'master', bridge, 'up')
    await ip('-n', namespace, 'addr', 'add', `${address}/24`, 'dev', 'eth0')
    await ip('-n', namespace, 'link', 'set', 'eth0', 'up')
    await ip('-n', namespace, 'link', 'set', 'lo', 'up')
    hosts.push(networkHost(namespace, address))
  }
  return { outside, hosts }
}

function networkHost(namespace: string, address: string): NetworkHost {
  const rule = (...args: string[]) => ip('netns', 'exec', namespace, 'iptables', '--wait', ...args)
  const chance = (share: number) => ['-m', 'statistic', '--mode', 'random', '--probability', String(share)]
  return {
    address,
    namespace,
    within: ({ command, args }) => ({ command: 'ip', args: ['netns', 'exec', namespace, command, ...args] }),
    signal: (signal) => signalAll(namespace, signal),
    async silence() {
      await rule('-A', 'INPUT', '-i', 'eth0', '-j', 'DROP')
      await rule('-A', 'OUTPUT', '-o', 'eth0', '-j', 'DROP')
    },
    async cutFrom(other) {
      await rule('-A', 'INPUT', '-s', other, '-j', 'DROP')
      await rule('-A', 'OUTPUT', '-d', other, '-j', 'DROP')
    },
    async deafenTo(other) {
      await rule('-A', 'INPUT', '-s', other, '-j', 'DROP')
    },
    async lose(share) {
      await rule('-A', 'INPUT', '-i', 'eth0', ...chance(share), '-j', 'DROP')
    },
    async heal() {
      await rule('-F')
    },
  }
}

/**
 * Removes the networks of this process, and what a killed run left: its processes, namespaces and bridge. Does nothing
 * to a run that is under way.
 */
export async function removeNetworks(): Promise<void> {
  const { stdout } = await run('ip', ['netns', 'list']).catch(() => ({ stdout: '' }))
  const found = [...stdout.matchAll(new RegExp(`^${PREFIX}-(\\d+)-\\d+`, 'gm'))]
  const ended = found.filter(([, owner]) => Number(owner) === process.pid || !isAlive(Number(owner)))
  for (const [namespace] of ended) await removeNamespace(namespace)
  for (const owner of new Set([...ended.map(([, pid]) => pid), process.pid]))
    await ip('link', 'del', bridgeOf(Number(owner))).catch(() => {})
}

/** At most 15 characters, as Linux demands. */
function bridgeOf(pid: number): string {
  return `zhbr${pid}`
}

async function removeNamespace(namespace: string): Promise<void> {
  await signalAll(namespace, 'SIGKILL')
  await ip('netns', 'del', namespace).catch(() => {}) // takes its end of the cable with it
}

async function signalAll(namespace: string, signal: NodeJS.Signals): Promise<void> {
  for (let attempt = 0; attempt < KILL_ATTEMPTS; attempt++) {
    const pids = await pidsOf(namespace)
    for (const pid of pids) send(pid, signal)
    if (signal !== 'SIGKILL' || pids.length === 0) return
  }
}

async function pidsOf(namespace: string): Promise<number[]> {
  const { stdout } = await run('ip', ['netns', 'pids', namespace]).catch(() => ({ stdout: '' }))
  return stdout.split('\n').filter(Boolean).map(Number)
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // ended meanwhile
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** A subnet without a route, which depends on the process, so that two runs rarely choose at once. */
async function freeSubnet(): Promise<string> {
  for (let attempt = 0; attempt < SUBNETS; attempt++) {
    const subnet = `10.51.${((process.pid + attempt) % SUBNETS) + 1}`
    const { stdout } = await run('ip', ['-4', 'route', 'show', `${subnet}.0/24`])
    if (stdout.trim() === '') return subnet
  }
  throw new Error('no free subnet in 10.51.0.0/16')
}

async function ip(...args: string[]): Promise<void> {
  await run('ip', args)
}
