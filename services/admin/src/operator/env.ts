import path from 'node:path'

const FILE = path.resolve(process.env.DATA_DIR || '.data', 'admin.env')

/** A variable for operators' commands, of the environment or of a running `npm start`. Throws when neither has it. */
export function operatorEnv(name: 'MONGO_URL' | 'NATS_URL', meaning: string): string {
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
