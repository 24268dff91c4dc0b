import { randomBytes, randomInt } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { ADMIN_PIN_LENGTH } from '@zing/proto/limits'
import { z } from 'zod'
import { StartError } from '../start-error.ts'

const BYTES = 32
const TOO_EASY = /^(\d)\1*$|^1234$/ // the first that anybody tries

const Secrets = z.object({
  sessionSecret: z.string().min(BYTES),
  internalTokenSecret: z.string().min(BYTES),
  adminPin: z.string().regex(new RegExp(`^\\d{${ADMIN_PIN_LENGTH}}$`)),
})
export type Secrets = z.infer<typeof Secrets>

/** Random ones, made once and kept where only their owner can read them. */
export async function keepSecrets(dataDir: string): Promise<Secrets> {
  const file = path.join(dataDir, 'secrets.json')
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw new StartError(`${file} cannot be read (${error.message}): mend that, or start with another DATA_DIR.`)
  })
  if (text !== null) return parseSecrets(text, file)

  const secrets = makeSecrets()
  const draft = `${file}.${process.pid}`
  await writeFile(draft, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 })
  await rename(draft, file) // complete or not there: a crash leaves no half
  return secrets
}

function makeSecrets(): Secrets {
  return {
    sessionSecret: randomBytes(BYTES).toString('base64url'),
    internalTokenSecret: randomBytes(BYTES).toString('base64url'),
    adminPin: makePin(),
  }
}

/** Not one that anybody would try first. */
export function makePin(): string {
  const pin = String(randomInt(10 ** ADMIN_PIN_LENGTH)).padStart(ADMIN_PIN_LENGTH, '0')
  return TOO_EASY.test(pin) ? makePin() : pin
}

function parseSecrets(text: string, file: string): Secrets {
  try {
    return Secrets.parse(JSON.parse(text))
  } catch {
    throw new StartError(
      `${file} is damaged: move it away and start again (new secrets are made, and everybody signs in again).`,
    )
  }
}
