import { CONFIGS } from '@zing/openapi/configs'
import { PROCESS_NAMES, type ProcessName } from '@zing/proto/processes'
import { parse } from 'yaml'
import { interpolate } from '../interpolate.ts'
import { secretFiles } from '../secrets/secret-files.ts'
import { newSecrets, type Secrets } from '../secrets/secret-values.ts'
import { Compose } from './compose-policy.ts'

/** The processes that read a variable. */
export function readersOf(variable: string): ProcessName[] {
  return PROCESS_NAMES.filter((name) => variable in CONFIGS[name].shape)
}

export function readEnvFile(text: string): Record<string, string> {
  return Object.fromEntries([...text.matchAll(/^(\w+)=(.*)$/gm)].map(([, name, value]) => [name, value]))
}

/**
 * Parses the compose file like `docker compose config` with these variables. Each `NAME_FILE` becomes NAME with the content
 * that the container `secrets` writes. It is empty if the service does not get that file.
 */
export function readCompose(text: string, env: Record<string, string>): Compose {
  const compose = Compose.parse(interpolateAll(parse(text, { merge: true }), env))
  const files = mountedFiles(compose)
  for (const [name, service] of Object.entries(compose.services)) {
    const entries = Object.entries(service.environment).map(([variable, value]) =>
      variable.endsWith('_FILE') ? [variable.slice(0, -'_FILE'.length), files[name]?.[value] ?? ''] : [variable, value],
    )
    service.environment = Object.fromEntries(entries)
  }
  return compose
}

/** Returns the secrets that each container can read, by path. */
function mountedFiles({ services }: Compose): Record<string, Secrets> {
  const given = Object.entries(services.secrets?.environment ?? {}).filter(([, value]) => value)
  const written = secretFiles({ ...newSecrets(), ...Object.fromEntries(given) })
  const mounted = Object.entries(services).map(([name, { volumes }]) => {
    const files = volumes.flatMap((volume) => {
      const [source = '', folder] = volume.split(':')
      const found = source.startsWith('secrets-') ? written[source.replace('secrets-', '')] : undefined
      return Object.entries(found ?? {}).map(([file, value]) => [`${folder}/${file}`, value])
    })
    return [name, Object.fromEntries(files)]
  })
  return Object.fromEntries(mounted)
}

function interpolateAll(value: unknown, env: Record<string, string>): unknown {
  if (typeof value === 'string') return interpolate(value, env)
  if (Array.isArray(value)) return value.map((item) => interpolateAll(item, env))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, interpolateAll(item, env)]))
}

/** Caches parsed documents, so that only the changed documents of a text are parsed again. */
export function createManifestReader(): (text: string) => unknown[] {
  const known = new Map<string, unknown>()
  return function read(text) {
    return text.split(/^---$/m).map((document) => {
      if (!known.has(document)) known.set(document, parse(document))
      return known.get(document)
    })
  }
}
