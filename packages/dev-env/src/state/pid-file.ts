import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'

const FILE = 'pids.json'
const Pids = z.record(z.string(), z.int())

/** Keeps `pids.json` up to date with the id of each running process by name, for fault tests. */
export function trackPids(dataDir: string): (name: string, pid: number | null) => void {
  const file = path.join(dataDir, FILE)
  const pids: Record<string, number> = {}
  return (name, pid) => {
    if (pid) pids[name] = pid
    else delete pids[name]
    writeFileSync(`${file}.new`, `${JSON.stringify(pids)}\n`)
    renameSync(`${file}.new`, file) // a reader never sees a part
  }
}

export function readPids(dataDir: string): Record<string, number | undefined> {
  return Pids.parse(JSON.parse(readFileSync(path.join(dataDir, FILE), 'utf8')))
}
