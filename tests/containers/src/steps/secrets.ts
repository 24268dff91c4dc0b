import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { CallError, logIn } from '@zing/dev-env/demo/member'
import { getUser } from '@zing/proto/http/auth'
import { getClientConfig } from '@zing/proto/http/client-config'
import { verifyPin } from '@zing/proto/http/staff/admin'
import { databaseOf, SERVICES_WITH_DATABASE } from '@zing/proto/processes'
import { contentsOf, PASSWORD, registerPair } from '../people/pair.ts'
import { saveEnvFile, writeEnvFile } from '../product/env-file.ts'
import type { Product } from '../product/product.ts'
import { recreate } from '../product/recreate.ts'
import { runTool } from '../product/run-tool.ts'
import type { Step } from './step.ts'
import { assertWorks } from './unaffected.ts'

const SECRET_BYTES = 32
const PINS = ['7391', '2846'] as const
const UNAUTHORIZED = 401

/** Changes the secrets as docs/operations.md describes. */
export const secrets: Step = {
  name: 'secrets',
  async run({ product, folder }) {
    const { url, env } = product
    const pair = await registerPair(url, 'secret')
    const before = await contentsOf(pair)
    const oldPin = env.values.ADMIN_PIN ?? ''
    const newPin = PINS.find((pin) => pin !== oldPin) ?? ''

    const databases = await changeDatabasePasswords(product)
    const servers = Object.keys(env.values).filter((name) => /^(NATS|REDIS)_(\w+_)?PASSWORD$/.test(name))
    const vapid = await newVapidKeys(folder)
    const tokens = newValues([...servers, 'INTERNAL_TOKEN_SECRET'])
    await change(product, { ...databases, ...tokens, ...vapid, ADMIN_PIN: newPin })
    await assertWorks(pair, 'with the earlier session')
    const { vapidPublicKey } = await pair.one.call(getClientConfig)
    if (!vapidPublicKey || vapidPublicKey !== vapid.VAPID_PUBLIC_KEY) throw new Error('browsers get another VAPID key')
    if ((await pair.one.call(verifyPin, { body: { pin: oldPin } })).success) throw new Error('the old PIN is accepted')
    if (!(await pair.one.call(verifyPin, { body: { pin: newPin } })).success) throw new Error('the new PIN is refused')

    await change(product, newValues(['SESSION_SECRET']))
    const status = await pair.one.call(getUser).then(
      () => 200,
      (error) => (error instanceof CallError ? error.status : 0),
    )
    if (status !== UNAUTHORIZED) throw new Error(`a session of the old SESSION_SECRET got ${status}`)
    const [one, other] = await Promise.all(
      [pair.one, pair.other].map(({ user }) => logIn(url, { username: user.username, password: PASSWORD })),
    )
    if (!one || !other) throw new Error('the users could not log in')
    const after = await contentsOf({ one, other })
    if (!before.every((content) => after.includes(content))) throw new Error('messages are missing')
    return `${Object.keys(databases).length + servers.length + 4} secrets changed; sessions survive all changes except a new SESSION_SECRET`
  },
}

function newValues(names: string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, `k${randomBytes(SECRET_BYTES).toString('hex')}`]))
}

/** Makes a new pair by `npm run compose:secrets` for another file. */
async function newVapidKeys(folder: string): Promise<Record<string, string>> {
  const { values } = await writeEnvFile(path.join(folder, 'env-of-another-folder'), {})
  return Object.fromEntries(Object.entries(values).filter(([name]) => name.startsWith('VAPID_')))
}

/** MongoDB keeps its passwords in its volume. Returns the new values of the variables. */
async function changeDatabasePasswords(product: Product): Promise<Record<string, string>> {
  const variableOf = (service: string) => `MONGO_${service.toUpperCase()}_PASSWORD`
  const values = newValues(SERVICES_WITH_DATABASE.map(variableOf))
  const passwords = Object.fromEntries(
    SERVICES_WITH_DATABASE.map((service) => [databaseOf(service), values[variableOf(service)]]),
  )
  const env = { PASSWORDS: JSON.stringify(passwords) }
  await runTool(product, ['tests/containers/src/tools/change-database-passwords.ts'], { env })
  return values
}

/** Writes new values to the file that compose reads, and recreates every container. */
async function change(product: Product, values: Record<string, string>): Promise<void> {
  Object.assign(product.env.values, values)
  await saveEnvFile(product.env)
  await recreate(product)
}
