import { readdir, readFile } from 'node:fs/promises'

/** CPU time and memory of a process, from /proc, so that the measured process needs no code for it. */
export interface Usage {
  cpuMs: number
  /** CPU time of ended children. */
  endedCpuMs: number
  rssBytes: number
}

const TICK_MS = 10 // USER_HZ is 100 on every Linux that runs Node
const PAGE_BYTES = 4_096

export async function usageOf(pid: number): Promise<Usage> {
  return parseStat(await readFile(`/proc/${pid}/stat`, 'utf8'))
}

/** CPU time of the running threads of a process. The ticks of `usageOf` would be too coarse. */
export async function cpuMsOfThreads(pid: number): Promise<number> {
  const threads = await readdir(`/proc/${pid}/task`)
  const used = await Promise.all(
    threads.map(async (thread) => {
      const [ns] = (await readFile(`/proc/${pid}/task/${thread}/schedstat`, 'utf8')).split(' ')
      return Number(ns) / 1e6
    }),
  )
  return used.reduce((sum, ms) => sum + ms, 0)
}

/** CPU time of a process and its descendants: a database may start a process for each connection. */
export async function cpuMsOfTree(pid: number): Promise<number> {
  const { cpuMs, endedCpuMs } = await usageOf(pid)
  const children = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).split(' ').filter(Boolean)
  const used = await Promise.all(children.map((child) => cpuMsOfTree(Number(child)).catch(zeroIfEnded)))
  return used.reduce((sum, ms) => sum + ms, cpuMs + endedCpuMs)
}

/** If a child has ended meanwhile, its parent counts its time. */
function zeroIfEnded(error: unknown): number {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'ENOENT' || code === 'ESRCH') return 0
  throw error
}

/** Parses `/proc/<pid>/stat`, whose second field is a name in brackets that may contain spaces and brackets. */
export function parseStat(text: string): Usage {
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  const ticks = (index: number) => Number(fields[index]) * TICK_MS
  return {
    cpuMs: ticks(11) + ticks(12),
    endedCpuMs: ticks(13) + ticks(14),
    rssBytes: Number(fields[21]) * PAGE_BYTES,
  }
}
