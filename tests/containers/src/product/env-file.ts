import { readFile, writeFile } from 'node:fs/promises'
import { makeSecrets } from '@zing/docker/make-secrets'
import { PROFILES } from './services.ts'

export interface EnvFile {
  file: string
  values: Record<string, string>
}

/** Writes the variables of the compose file, like `npm run compose:secrets`, and adds or replaces these ones. */
export async function writeEnvFile(file: string, variables: Record<string, string>): Promise<EnvFile> {
  const made = parseEnv(makeSecrets(null))
  const values = { ...made, COMPOSE_PROFILES: PROFILES, ...variables }
  await saveEnvFile({ file, values })
  return { file, values }
}

/** Returns null if the file does not exist. */
export async function readEnvFile(file: string): Promise<EnvFile | null> {
  const text = await readFile(file, 'utf8').catch(() => null)
  return text === null ? null : { file, values: parseEnv(text) }
}

export async function saveEnvFile({ file, values }: EnvFile): Promise<void> {
  const lines = Object.entries(values).map(([name, value]) => `${name}=${value}`)
  await writeFile(file, `${lines.join('\n')}\n`, { mode: 0o600 })
}

export function parseEnv(text: string): Record<string, string> {
  return Object.fromEntries([...text.matchAll(/^(\w+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]))
}
