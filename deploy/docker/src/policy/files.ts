import { CONFIGS } from '@zing/openapi/configs'
import { PROCESS_NAMES, type ProcessName } from '@zing/proto/processes'
import { parse } from 'yaml'
import { interpolate } from '../interpolate.ts'
import { Compose } from './compose-policy.ts'

/** The processes that read a variable. */
export function readersOf(variable: string): ProcessName[] {
  return PROCESS_NAMES.filter((name) => variable in CONFIGS[name].shape)
}

export function readEnvFile(text: string): Record<string, string> {
  return Object.fromEntries([...text.matchAll(/^(\w+)=(.*)$/gm)].map(([, name, value]) => [name, value]))
}

/** Parses the compose file like `docker compose config` with these variables. */
export function readCompose(text: string, env: Record<string, string>): Compose {
  return Compose.parse(interpolateAll(parse(text, { merge: true }), env))
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
