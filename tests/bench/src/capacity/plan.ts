import { BETWEEN_PROCESSES, type Costs, costOf, operationsOf } from './costs.ts'
import { type Load, loadOf, OPERATIONS, type Operation } from './model.ts'

/**
 * Share of a core that a process may use in the busiest minute. The rest covers restarts, bursts and a lost process.
 */
const MAX_SHARE = 0.6
/** Minimum for each service, so that one process can be replaced or lost. */
const MIN_PROCESSES = 2
/** A gateway accepts 20,000 connections; the rest is a reserve. */
const SOCKETS_PER_PROCESS = 15_000
/** Memory of an idle socket in gateway and chat together (`npm run bench -- sockets`, 2026-11-21). */
const SOCKET_KIB = 25.1
const SHARD_CORES = 8
const SHARD_TIB = 1
export const MEMBERS_PER_SHARD = 3
/** Indexes take about as much space as the documents; compression is ignored. Assumed. */
const INDEX_FACTOR = 2
/** Bytes of a photo in its three sizes. Assumed. */
export const PHOTO_BYTES = 300_000
/** Photos per registration, including later changes. Assumed. */
const PHOTOS_PER_REGISTRATION = 1.5
/**
 * Maximum rate of lists from each chat process to all others: CHECK_MS in
 * services/chat/src/ws/presence/online-status.ts.
 */
const PRESENCE_LISTS_PER_SECOND = 1 / 2.5
/** Ratio of new matches to likes. Assumed. */
const MATCHES_PER_LIKE = 0.1
const TIB = 1_024 ** 4

export const SERVICES = ['gateway', 'chat', 'auth', 'social', 'admin'] as const
type Service = (typeof SERVICES)[number]

export interface Plan extends Load {
  /** Cores in use in the busiest minute, by group of processes. */
  cores: Record<string, number>
  processes: Record<Service, number>
  memoryGib: number
  shards: number
  storageTibPerYear: number
  /** Lists of online users that each chat process receives per second. */
  presencePerSecond: number
}

export function planOf(dailyUsers: number, costs: Costs): Plan {
  const load = loadOf(dailyUsers)
  const oneChat = coresOf(load, operationsOf(costs))
  const processes = countProcesses(load, oneChat)
  const cores = coresOf(load, withPushesBetween(processes.chat, costs))
  const database = Object.entries(cores).find(([name]) => name.includes('MongoDB'))?.[1] ?? 0
  const storageTibPerYear = storageOf(load, costs) / TIB
  return {
    ...load,
    cores,
    processes: countProcesses(load, cores),
    memoryGib: memoryOf(load, processes, costs),
    shards: Math.max(1, Math.ceil(database / (SHARD_CORES * MAX_SHARE)), Math.ceil(storageTibPerYear / SHARD_TIB)),
    storageTibPerYear,
    presencePerSecond: (countProcesses(load, cores).chat - 1) * PRESENCE_LISTS_PER_SECOND,
  }
}

/** Daily users at which one core of a process group reaches MAX_SHARE, fewest first. */
export function usersPerCore(costs: Costs): { group: string; dailyUsers: number; largest: Operation }[] {
  const perUser = loadOf(1)
  return Object.entries(coresOf(perUser, operationsOf(costs)))
    .map(([group, cores]) => ({ group, dailyUsers: MAX_SHARE / cores, largest: largestOf(group, perUser, costs) }))
    .filter(({ dailyUsers }) => Number.isFinite(dailyUsers))
    .toSorted((a, b) => a.dailyUsers - b.dailyUsers)
}

function largestOf(group: string, { perSecond }: Load, costs: Costs): Operation {
  const used = (name: Operation) => perSecond[name] * (costOf(costs, name)[group] ?? 0)
  return [...OPERATIONS].toSorted((a, b) => used(b) - used(a))[0] ?? 'message'
}

export function coresOf({ perSecond }: Load, operations: ReturnType<typeof operationsOf>): Record<string, number> {
  const cores: Record<string, number> = {}
  for (const name of OPERATIONS) {
    for (const [group, ms] of Object.entries(operations[name]))
      cores[group] = (cores[group] ?? 0) + (perSecond[name] * ms) / 1_000
  }
  return cores
}

/** With n chat processes, (n - 1)/n of the pushes go between processes; in the measurement it is half of them. */
function withPushesBetween(chats: number, costs: Costs) {
  const [operations, between] = [operationsOf(costs), costOf(costs, BETWEEN_PROCESSES)]
  const share = (chats - 1) / chats / 0.5
  const groups = Object.entries(operations.message).map(([group, ms]): [string, number] => {
    const extra = Math.max(0, (between[group] ?? ms) - ms)
    return [group, ms + share * extra]
  })
  return { ...operations, message: Object.fromEntries(groups) }
}

function countProcesses({ sockets }: Load, cores: Record<string, number>): Record<Service, number> {
  const count = (service: Service) => {
    const held = service === 'gateway' || service === 'chat' ? sockets / SOCKETS_PER_PROCESS : 0
    return Math.max(MIN_PROCESSES, Math.ceil((cores[service] ?? 0) / MAX_SHARE), Math.ceil(held))
  }
  return {
    gateway: count('gateway'),
    chat: count('chat'),
    auth: count('auth'),
    social: count('social'),
    admin: count('admin'),
  }
}

function memoryOf({ sockets }: Load, processes: Record<Service, number>, { memoryMib }: Costs): number {
  const idle = SERVICES.reduce((sum, service) => sum + processes[service] * (memoryMib[service] ?? 0), 0)
  return idle / 1_024 + (sockets * SOCKET_KIB) / 1_024 ** 2
}

/** Bytes per year, for one copy with its indexes. */
function storageOf({ perYear }: Load, { documentBytes: bytes }: Costs): number {
  const of = (collection: string) => bytes[collection] ?? Number.NaN
  const matches = perYear.like * MATCHES_PER_LIKE
  const documents =
    perYear.message * of('messages') +
    perYear.like * (of('pairs') + of('notifications')) +
    matches * (of('conversations') + 2 * of('notifications')) +
    perYear.registration * (of('users') + of('people'))
  return documents * INDEX_FACTOR + perYear.registration * PHOTOS_PER_REGISTRATION * PHOTO_BYTES
}
