import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { natsServersOf } from '@zing/kit/nats/servers'
import { ensureStream } from '@zing/kit/nats/streams/event-stream'
import { createSmallDisk, type SmallDisk } from '@zing/testing/small-disk'
import { connect, type NatsConnection } from 'nats'
import { expect, onTestFinished, test } from 'vitest'
import { createReaper } from '../src/processes/orphan-reaper.ts'
import { createProcesses } from '../src/processes/processes.ts'
import { createSupervisor } from '../src/processes/supervisor.ts'
import { startServers } from '../src/servers/start-servers.ts'

const DISK_BYTES = 32 * 1024 * 1024
const RECOVERY_MS = 12_000
const isRoot = process.platform === 'linux' && process.getuid?.() === 0

test.skipIf(!isRoot)('NATS accepts events again 12 s after its disk has room, and has lost none', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'zing-full-nats-'))
  const processes = createProcesses({ reaper: createReaper() })
  const log: string[] = []
  const supervisor = createSupervisor(processes, (line) => void log.push(line))
  const disks: SmallDisk[] = []
  onTestFinished(async () => {
    await supervisor.stopAll()
    for (const disk of disks) await disk.close()
    await rm(dataDir, { recursive: true, force: true })
  })
  const { natsUrl } = await startServers({
    dataDir,
    env: { ...process.env, MONGO_URL: 'mongodb://not-used', REDIS_URL: 'redis://not-used' },
    log: () => {},
    async start(spec) {
      if (!spec.dataFolder) throw new Error(`${spec.name} has no data`)
      const disk = await createSmallDisk(spec.dataFolder, DISK_BYTES)
      if (!disk) throw new Error('no small disk')
      disks.push(disk)
      return supervisor.start({ ...spec, ...disk.within(spec) })
    },
  })
  const nc = await connect({
    ...natsServersOf(natsUrl),
    maxReconnectAttempts: -1,
    reconnectTimeWait: 200,
    timeout: 2_000,
  })
  onTestFinished(() => nc.close())
  await ensureStream(nc)
  let acknowledged = 0
  for (let n = 0; n < 100; n++) if (await publish(nc)) acknowledged++
  expect(acknowledged).toBe(100)

  const [disk] = disks
  await disk?.fill()
  await expect
    .poll(async () => {
      const isStored = await publish(nc)
      if (isStored) acknowledged++
      return isStored
    })
    .toBe(false)
  await disk?.free()

  await expect.poll(() => publish(nc), { timeout: RECOVERY_MS }).toBe(true)
  const { state } = await (await nc.jetstreamManager()).streams.info('EVENTS')
  expect(state.messages).toBeGreaterThanOrEqual(acknowledged + 1)
  expect(log).toContain('nats-server runs, but failed 3 health checks: killing it')
})

/** Whether JetStream has stored an event. */
async function publish(nc: NatsConnection): Promise<boolean> {
  try {
    await nc.jetstream({ timeout: 500 }).publish('evt.test.happened', Buffer.alloc(300))
    return true
  } catch {
    return false
  }
}
