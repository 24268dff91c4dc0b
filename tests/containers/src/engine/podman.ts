import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { which } from '@zing/dev-env/servers/which'
import { tryCommand } from '../run-command.ts'
import { createEngine, type Engine } from './engine.ts'
import { ownLimits } from './own-limits.ts'

const RESPONSE_MS = 30_000
/** podman's own folders, where a pod also finds its init. */
const HELPER_FOLDERS = ['/usr/local/libexec/podman', '/usr/local/lib/podman', '/usr/libexec/podman', '/usr/lib/podman']

export interface PodmanOptions {
  /** Keeps images between runs, apart from the user's images. */
  cacheFolder: string
  /** Folder of this run. */
  folder: string
  /** Reaps processes in a container, or keeps a pod open, if podman has no such program. */
  init: string | null
}

/** Returns podman with each runtime that may work, in order of preference, or the reason why podman cannot be used. */
export async function findPodman(options: PodmanOptions): Promise<Engine[] | string> {
  const command = which('podman')
  if (!command) return 'podman is not installed'
  const { code, stdout, stderr } = await tryCommand([command, 'version', '--format', '{{.Client.Version}}'], {
    timeoutMs: RESPONSE_MS,
  })
  if (code !== 0) return `podman does not work: ${stderr.trim().split('\n').at(-1)}`
  const runtimes = ['crun', 'runc'].filter((runtime) => which(runtime))
  return Promise.all(
    runtimes.map(async (runtime) => {
      const env = await writeConfiguration(options, runtime)
      return createEngine({
        name: 'podman',
        version: stdout.trim(),
        command: [command],
        env,
        buildOptions: ['--network', 'host'],
      })
    }),
  )
}

/** Writes files that replace the user's configuration. Returns the environment that names them. */
async function writeConfiguration(
  { cacheFolder, folder, init }: PodmanOptions,
  runtime: string,
): Promise<NodeJS.ProcessEnv> {
  const configFolder = path.join(folder, `podman-${runtime}`)
  await mkdir(configFolder, { recursive: true })
  const containersConf = path.join(configFolder, 'containers.conf')
  const storageConf = path.join(configFolder, 'storage.conf')
  await writeFile(
    containersConf,
    `[containers]
default_ulimits = ${JSON.stringify(await ownLimits())}
${init ? `init_path = "${init}"\n` : ''}
[engine]
runtime = "${runtime}"
helper_binaries_dir = ${JSON.stringify([...HELPER_FOLDERS, ...(init ? [path.dirname(init)] : [])])}
cgroup_manager = "cgroupfs"
events_logger = "file"

[network]
network_backend = "netavark"
network_config_dir = "${path.join(cacheFolder, 'networks')}"
`,
  )
  await writeFile(
    storageConf,
    `[storage]
driver = "overlay"
graphroot = "${path.join(cacheFolder, 'storage')}"
runroot = "${path.join(cacheFolder, 'run')}"
`,
  )
  return {
    ...process.env,
    CONTAINERS_CONF: containersConf,
    CONTAINERS_STORAGE_CONF: storageConf,
  }
}
