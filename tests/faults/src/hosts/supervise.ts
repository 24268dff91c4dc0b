// One host of `npm run hosts`: starts its processes, and starts each again when it ends, as systemd does.
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { isOk } from '@zing/dev-env/processes/is-ok'
import { createReaper } from '@zing/dev-env/processes/orphan-reaper'
import { createProcesses } from '@zing/dev-env/processes/processes'
import { onStopSignal } from '@zing/dev-env/processes/stop-signals'
import { createSupervisor } from '@zing/dev-env/processes/supervisor'
import { waitUntil } from '@zing/dev-env/processes/wait-until'
import { type HostSpec, NO_JETSTREAM } from './host.ts'

/** The servers rewrite these while they run. */
const REWRITTEN = ['redis.conf', 'sentinel.conf']
const STOP_MS = 12_000
const HAND_OVER_MS = 45_000
const HEALTH_EVERY_MS = 10_000
const HEALTHY_MS = 2_000

const [file = ''] = process.argv.slice(2)
const { settings, data, natsHealth, processes: specs }: HostSpec = JSON.parse(readFileSync(file, 'utf8'))
if (process.env.HOST_IS_EMPTY)
  for (const entry of readdirSync(data)) rmSync(path.join(data, entry), { recursive: true, force: true })
for (const folder of ['nats', 'redis']) mkdirSync(path.join(data, folder), { recursive: true })
for (const name of REWRITTEN) {
  if (!existsSync(path.join(data, name))) copyFileSync(path.join(settings, name), path.join(data, name))
}

const pids = new Map<string, number>()
const shared = { reaper: createReaper(), onChange: keepPid }
const [servers, services] = [createProcesses(shared), createProcesses(shared)]
const supervisors = {
  server: createSupervisor(servers, log),
  service: createSupervisor(services, log),
}
let isStopping = false
onStopSignal(
  () => void stop(),
  () => {
    services.killAll()
    servers.killAll()
  },
)
for (const { kind, ...spec } of specs) {
  const start = supervisors[kind].start({
    ...spec,
    isReady: () => true,
    readyWithinMs: 1_000,
    onLine: (line) => console.log(`${spec.name} ${line}`),
  })
  start.catch((error: unknown) => console.log(`${spec.name} did not start: ${error}`))
}

setInterval(() => void restartNatsWithoutJetStream(), HEALTH_EVERY_MS)

function log(line: string): void {
  if (!isStopping) console.log(line)
}

function keepPid(name: string, pid: number | null): void {
  if (pid === null) pids.delete(name)
  else pids.set(name, pid)
}

/** NATS switches JetStream off when its disk is full, and on again only at a start: see zing-nats-health.timer. */
async function restartNatsWithoutJetStream(): Promise<void> {
  const nats = pids.get('nats')
  if (!nats || (await isOk(natsHealth, HEALTHY_MS)) || isStopping || pids.get('nats') !== nats) return
  console.log(`${NO_JETSTREAM}, stopping it`)
  process.kill(nats, 'SIGTERM')
}

/** The services first, then NATS as its unit does: it hands over what it leads before it ends. */
async function stop(): Promise<void> {
  isStopping = true
  await supervisors.service.stopAll(STOP_MS)
  const nats = pids.get('nats')
  if (nats) process.kill(nats, 'SIGUSR2')
  await waitUntil(() => pids.get('nats') !== nats, HAND_OVER_MS)
  await supervisors.server.stopAll(STOP_MS)
  process.exit(0)
}
