import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { ContainerSpec, Docker } from './environment.ts'

const ENGINE_MS = 5_000
const READY_MS = 300_000 // the first start downloads the image

/** Returns null unless a Docker engine responds. Loads testcontainers only on use: it is large and needs a recent Node. */
export async function findDocker(which: (program: string) => string | null): Promise<Docker | null> {
  const command = which('docker')
  if (!command) return null
  const engine = promisify(execFile)(command, ['version', '--format', '{{.Server.Version}}'], { timeout: ENGINE_MS })
  const isAvailable = await engine.then(
    () => true,
    () => false,
  )
  return isAvailable ? { run } : null
}

async function run({ image, command, port, data }: ContainerSpec): Promise<{ port: number; stop(): Promise<void> }> {
  const { GenericContainer, Wait } = await import('testcontainers')

  /** Publishes on loopback only; testcontainers publishes on all addresses and offers only this hook. */
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

/** Runs the container as this user, who then owns the files in the data folder. */
function currentUser(): string {
  return `${process.getuid?.() ?? 0}:${process.getgid?.() ?? 0}`
}
