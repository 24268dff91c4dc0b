import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** The process of one service of the product under test: found by what only it was started with. */
export function pidOf(service: string): number {
  const port = process.env.E2E_PORT ?? ''
  for (const entry of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const [command, environment] = [read(entry, 'cmdline'), read(entry, 'environ')]
    const isService = command.includes(path.join(service, 'src', 'main.ts'))
    if (isService && environment.includes(`E2E_PORT=${port}\0`)) return Number(entry)
  }
  throw new Error(`no process of ${service} is running`)
}

function read(pid: string, what: string): string {
  try {
    return readFileSync(`/proc/${pid}/${what}`, 'utf8')
  } catch {
    return '' // it ended meanwhile
  }
}
