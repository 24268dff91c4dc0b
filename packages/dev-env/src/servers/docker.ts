import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { ContainerSpec, Docker } from './environment.ts'

const ENGINE_MS = 5_000
const READY_MS = 300_000 // the first start downloads the image

/** Null unless a Docker engine answers. Only then is testcontainers loaded: it is large, and picky about Node. */
export async function findDocker(which: (program: string) => string | null): Promise<Docker | null> {
  const command = which('docker')
  if (!command) return null
  const engine = promisify(execFile)(command, ['version', '--format', '{{.Server.Version}}'], { timeout: ENGINE_MS })
  const isThere = await engine.then(
    () => true,
    () => false,
  )
  return isThere ? { run } : null
}

async function run({ image, command, port, data }: ContainerSpec): Promise<{ port: number; stop(): Promise<void> }> {
  const { GenericContainer, Wait } = await import('testcontainers')

  /** Publishes on loopback only. The library publishes on all addresses and has no option for it, only this hook. */
  class LoopbackContainer extends GenericContainer {
    protected override async beforeContainerCreated(): Promise<void> {
      this.hostConfig.PortBindings = { [`${port}/tcp`]: [{ HostIp: '127.0.0.1', HostPort: '0' }] }
    }
  }

  const container = new LoopbackContainer(image)
    .withCommand(command)
    .withExposedPorts(port)
    .withWaitStrategy(Wait.forListeningPorts())
    .withStartupTimeout(READY_MS)
  if (data) container.withBindMounts([{ source: data.folder, target: data.target }]).withUser(currentUser())
  const started = await container.start()
  return {
    port: started.getMappedPort(port),
    async stop() {
      await started.stop()
    },
  }
}

/** What the container writes into a folder of ours stays ours. */
function currentUser(): string {
  return `${process.getuid?.() ?? 0}:${process.getgid?.() ?? 0}`
}
