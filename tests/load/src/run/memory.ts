import { readFile } from 'node:fs/promises'
import { readPids } from '@zing/dev-env/state/pid-file'

const SAMPLE_MS = 1_000
/** Memory limits of docker-compose.yml, where the kernel kills a process that exceeds them. */
const MAX_MIB: Record<string, number> = {
  auth: 768,
  chat: 768,
  gateway: 512,
  'embedded-mongo': 1_536,
  mongod: 1_536,
  'nats-server': 256,
  'redis-server': 256,
}
const MAX_MIB_OF_OTHERS = 384

export interface MemoryPeak {
  name: string
  peakMib: number
  maxMib: number
}

/** Samples the resident memory of each process of the product. Reads /proc, so there are no peaks outside Linux. */
export function watchMemory(dataDir: string): { stop(): MemoryPeak[] } {
  const peaks = new Map<string, number>()

  async function sample(): Promise<void> {
    for (const [name, pid] of Object.entries(readPids(dataDir))) {
      const mib = pid === undefined ? null : await residentMib(pid)
      if (mib !== null) peaks.set(name, Math.max(mib, peaks.get(name) ?? 0))
    }
  }

  const timer = setInterval(() => void sample(), SAMPLE_MS)
  return {
    stop() {
      clearInterval(timer)
      return [...peaks].map(([name, peakMib]) => ({ name, peakMib, maxMib: maxMibOf(name) }))
    },
  }
}

/** Removes the number: `chat-2` is the second process of chat. */
export function maxMibOf(name: string): number {
  return MAX_MIB[name.replace(/-\d+$/, '')] ?? MAX_MIB_OF_OTHERS
}

async function residentMib(pid: number): Promise<number | null> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const kib = /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]
  return kib === undefined ? null : Math.round(Number(kib) / 1_024)
}
