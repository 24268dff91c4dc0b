import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { placeInstances } from '@zing/dev-env/config/instances'
import { readOptions } from '@zing/dev-env/config/options'
import { publicOrigins } from '@zing/dev-env/config/origins'
import { type Plan, processSpec } from '@zing/dev-env/config/process-specs'
import { readScale } from '@zing/dev-env/config/scale'
import { freePort } from '@zing/dev-env/processes/free-port'
import { createReaper } from '@zing/dev-env/processes/orphan-reaper'
import { createProcesses, type LaunchedProcess, type Processes } from '@zing/dev-env/processes/processes'
import { startServers } from '@zing/dev-env/servers/start-servers'
import { loadOrCreateSecrets } from '@zing/dev-env/state/secrets-file'
import { buildWeb, WEB_DIST } from '@zing/dev-env/web-build'
import { usageOf } from '../processes/process-usage.ts'
import { type Result, result } from '../results/result.ts'

const BUDGET_MS = 1_000
const ROUNDS = 5
const QUICK_ROUNDS = 1

interface PartOptions {
  isQuick: boolean
  log(line: string): void
}

/** Measures the time until a started process is ready, for each process while all others run. */
export async function measureStart({ isQuick, log }: PartOptions): Promise<Result[]> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'zing-start-'))
  const processes = createProcesses({ reaper: createReaper() })
  try {
    const plan = await createPlan(processes, dataDir, log)
    const running = new Map<string, LaunchedProcess>()
    for (const instance of plan.instances)
      running.set(instance.name, await processes.start(processSpec(plan, instance)))

    const results: Result[] = []
    for (const instance of plan.instances) {
      const rounds: { readyMs: number; cpuMs: number }[] = []
      for (let round = 0; round < (isQuick ? QUICK_ROUNDS : ROUNDS); round++) {
        await running.get(instance.name)?.stop()
        const startedAt = performance.now()
        const started = await processes.start(processSpec(plan, instance))
        const readyMs = performance.now() - startedAt
        const { cpuMs } = await usageOf(Number(started.pid))
        running.set(instance.name, started)
        rounds.push({ readyMs, cpuMs })
      }
      const ready = { product: rounds.map(({ readyMs }) => readyMs), baseline: [] }
      const cpu = { product: rounds.map(({ cpuMs }) => cpuMs), baseline: [] }
      results.push(
        result(`start of ${instance.name} until it is ready`, 'ms', ready, { budget: BUDGET_MS }),
        result('  CPU time', 'ms', cpu),
      )
    }
    return results
  } finally {
    await processes.stopAll()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function createPlan(processes: Processes, dataDir: string, log: (line: string) => void): Promise<Plan> {
  const servers = await startServers({
    dataDir,
    env: { ...process.env, MONGO_DOWNLOAD: '0' },
    log: () => {},
    start: processes.start,
  })
  await buildWeb(processes, log)
  const address = { host: '127.0.0.1', port: await freePort() }
  return {
    options: readOptions({ DATA_DIR: dataDir, DEMO: '0', RATE_PROFILE: 'off', LOG_LEVEL: 'warn' }),
    secrets: await loadOrCreateSecrets(dataDir),
    instances: await placeInstances(readScale([]), address, freePort),
    address,
    origins: publicOrigins(address.host, [address.port]),
    ...servers,
    webDist: WEB_DIST,
    onLine: () => {},
  }
}
