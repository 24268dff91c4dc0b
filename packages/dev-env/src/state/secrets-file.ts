import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { createVapidPrivateKey, vapidPublicKeyOf } from '@zing/kit/vapid-keys'
import { makePin } from '@zing/proto/accounts/pins'
import { ADMIN_PIN_LENGTH } from '@zing/proto/limits'
import { z } from 'zod'
import { StartError } from '../start-error.ts'
import { writePrivate } from './write-private.ts'

const BYTES = 32

const Secrets = z.object({
  sessionSecret: z.string().min(BYTES),
  internalTokenSecret: z.string().min(BYTES),
  adminPin: z.string().regex(new RegExp(`^\\d{${ADMIN_PIN_LENGTH}}$`)),
  /** Key of Web Push. */
  vapidPrivateKey: z.string().refine(isVapidKey),
})
export type Secrets = z.infer<typeof Secrets>

/** Returns the secrets of the data folder. Creates random ones once, in a file that only its owner can read. */
export async function loadOrCreateSecrets(dataDir: string): Promise<Secrets> {
  const file = path.join(dataDir, 'secrets.json')
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw new StartError(`${file} cannot be read (${error.message}): fix that, or start with another DATA_DIR.`)
  })
  if (text !== null) return parseSecrets(text, file)

  const secrets = makeSecrets()
  await writePrivate(file, `${JSON.stringify(secrets, null, 2)}\n`)
  return secrets
}

function makeSecrets(): Secrets {
  return {
    sessionSecret: randomBytes(BYTES).toString('base64url'),
    internalTokenSecret: randomBytes(BYTES).toString('base64url'),
    adminPin: makePin(),
    vapidPrivateKey: createVapidPrivateKey(),
  }
}

function parseSecrets(text: string, file: string): Secrets {
  try {
    return Secrets.parse(JSON.parse(text))
  } catch {
    throw new StartError(
      `${file} is damaged. Move it away and start again: new secrets are created, and everyone has to log in again.`,
    )
  }
}

function isVapidKey(text: string): boolean {
  try {
    return Boolean(vapidPublicKeyOf(text))
  } catch {
    return false
  }
}
