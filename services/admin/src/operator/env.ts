import { readFileSync } from 'node:fs'
import path from 'node:path'

const FILE = path.resolve(process.env.DATA_DIR || '.data', 'admin.env')

/**
 * A variable for operators' commands, of the environment, of the file that it names, or of a running `npm start`. Throws when
 * none has it.
 */
export function operatorEnv(name: 'MONGO_URL' | 'NATS_URL', meaning: string): string {
  const file = process.env[`${name}_FILE`]
  if (file) return readFileSync(file, 'utf8').trim()
  if (!process.env[name]) {
    delete process.env[name] // an empty one would stay
    loadIfPresent()
  }
  const value = process.env[name]
  if (value) return value
  throw new Error(`set ${name} to ${meaning} (${FILE} does not name one)`)
}

function loadIfPresent(): void {
  try {
    process.loadEnvFile(FILE)
  } catch {
    // absent without `npm start`
  }
}
