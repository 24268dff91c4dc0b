import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'

const FILE = 'pids.json'
const Pids = z.record(z.string(), z.int())

/** Keeps `pids.json` in the data folder: the id of each process that runs now, by name. For tests that cause faults. */
export function keepPidFile(dataDir: string): (name: string, pid: number | null) => void {
  const file = path.join(dataDir, FILE)
  const pids: Record<string, number> = {}
  return (name, pid) => {
    if (pid) pids[name] = pid
    else delete pids[name]
    writeFileSync(`${file}.new`, `${JSON.stringify(pids)}\n`) // a reader must never find half of it
    renameSync(`${file}.new`, file)
  }
}

/** What the `npm start` of this data folder runs now. */
export function readPids(dataDir: string): Record<string, number | undefined> {
  return Pids.parse(JSON.parse(readFileSync(path.join(dataDir, FILE), 'utf8')))
}
