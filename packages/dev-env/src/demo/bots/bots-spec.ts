import path from 'node:path'
import type { ProcessSpec } from '../../processes/processes.ts'
import { ROOT } from '../../root.ts'

interface Environment {
  gatewayUrl: string
  /** Of all demo people. */
  password: string
  onLine(name: string, line: string): void
}

/** How to run the bots: all in one process, which is given no secret of a service. */
export function botsSpec({ gatewayUrl, password, onLine }: Environment): ProcessSpec {
  return {
    name: 'demo',
    command: process.execPath,
    args: [path.join('packages', 'dev-env', 'src', 'demo', 'bots', 'main.ts')],
    cwd: ROOT,
    env: { ...process.env, GATEWAY_URL: gatewayUrl, DEMO_PASSWORD: password },
    isReady: () => true, // nobody waits for them
    readyWithinMs: 1_000,
    onLine: (line) => onLine('demo', line),
  }
}
