import { readFile } from 'node:fs/promises'

/** CPU time and memory of a process, read from /proc so that the measured process needs no code for it. */
export interface Usage {
  cpuMs: number
  rssBytes: number
}

const TICK_MS = 10 // USER_HZ is 100 on every Linux that runs Node
const PAGE_BYTES = 4_096

export async function usageOf(pid: number): Promise<Usage> {
  return parseStat(await readFile(`/proc/${pid}/stat`, 'utf8'))
}

/** Parses `/proc/<pid>/stat`, whose second field is a name in brackets that may contain spaces and brackets. */
export function parseStat(text: string): Usage {
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  const [userTicks, systemTicks, pages] = [fields[11], fields[12], fields[21]].map(Number)
  return { cpuMs: (Number(userTicks) + Number(systemTicks)) * TICK_MS, rssBytes: Number(pages) * PAGE_BYTES }
}
