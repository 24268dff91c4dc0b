import path from 'node:path'
import type { ProcessSpec } from '../../processes/processes.ts'
import { ROOT } from '../../root.ts'

interface BotsOptions {
  gatewayUrl: string
  /** Password of all demo accounts. */
  password: string
  onLine(name: string, line: string): void
}

/** Describes the process that runs all bots; it gets no secret of a service. */
export function botsSpec({ gatewayUrl, password, onLine }: BotsOptions): ProcessSpec {
  return {
    name: 'demo',
    command: process.execPath,
    args: [path.join('packages', 'dev-env', 'src', 'demo', 'bots', 'main.ts')],
    cwd: ROOT,
    env: { ...process.env, GATEWAY_URL: gatewayUrl, DEMO_PASSWORD: password },
    isReady: () => true, // no process waits for the bots
    readyWithinMs: 1_000,
    onLine: (line) => onLine('demo', line),
  }
}
