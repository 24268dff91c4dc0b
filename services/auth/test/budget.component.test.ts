import { currentRequestId } from '@zing/kit/observability/trace-context'
import { REQUEST_ID_HEADER } from '@zing/proto/headers'
import * as contract from '@zing/proto/http/auth'
import { onMongoCommand } from '@zing/testing/mongo/mongo-commands'
import { testDatabase } from '@zing/testing/servers'
import { expect, test } from 'vitest'
import { photo } from './pictures.ts'
import { setupAuth } from './setup-auth.ts'

const MONGO_URL = testDatabase()
const { anonymous, newUser, logIn, fetchAs } = await setupAuth({ MONGO_URL })

const commands: { requestId: string | undefined; name: string }[] = []
onMongoCommand(MONGO_URL, ({ commandName, command }) => {
  const isRelay = /"outbox\.0"|"\$pull"/.test(JSON.stringify(command))
  if (!isRelay && commandName !== 'delete') commands.push({ requestId: currentRequestId(), name: commandName })
})

/** Returns the database commands of the request, not counting background work. */
async function commandsOf(work: () => Promise<{ status: number; headers: Headers }>): Promise<string[]> {
  const { status, headers } = await work()
  expect(status).toBe(200)
  const id = headers.get(REQUEST_ID_HEADER)
  return commands.filter(({ requestId }) => requestId === id).map(({ name }) => name)
}

test('a login takes five database commands, reading the account one, checking a username two', async () => {
  const ada = await newUser()
  // Reads the account, counts the login and opens the session. Then checks that the password is unchanged, stores the
  // event of a new device, and looks for sessions beyond SESSIONS_PER_USER.
  const onNewDevice = ['find', 'update', 'insert', 'findAndModify', 'find']
  expect(await commandsOf(() => logIn(ada.user.username))).toEqual(onNewDevice)
  expect(await commandsOf(() => ada.call(contract.getUser))).toEqual(['find'])
  expect(await commandsOf(() => ada.call(contract.updateUser, { body: {} }))).toEqual(['find'])
  const name = { query: { username: 'unused' } }
  // one among the accounts, one among recently deleted ones
  expect(await commandsOf(() => anonymous.call(contract.checkUsername, name))).toEqual(['find', 'find'])
})

test('a photo takes three reads, later two, and for a new viewer the count of views', async () => {
  const ada = await newUser({ selfie: await photo() })
  const get = (size: string) => fetchAs(ada.identity, `${ada.user.selfie}?size=${size}`)
  for (const size of ['small', 'medium']) expect(await commandsOf(() => get(size))).toEqual(['find', 'find', 'find'])
  expect(await commandsOf(() => get('small'))).toEqual(['find', 'find'])
  const eve = await newUser()
  const commands = await commandsOf(() => fetchAs(eve.identity, `${ada.user.selfie}?size=small`))
  expect(commands.toSorted()).toEqual(['find', 'find', 'update'])
})
