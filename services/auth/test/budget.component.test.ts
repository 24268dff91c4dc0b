import * as contract from '@zing/proto/http/auth'
import { testDatabase } from '@zing/testing/servers'
import mongoose from 'mongoose'
import { expect, test } from 'vitest'
import { startAuth } from './setup-auth.ts'

const MONGO_URL = `${testDatabase()}?monitorCommands=true`
const { visitor, join, logIn } = await startAuth({ MONGO_URL })

const commands: string[] = []
const service = mongoose.connections.find(({ name }) => MONGO_URL.includes(name))
service?.getClient().on('commandStarted', ({ commandName, command }) => {
  // beside the requests the relay sweeps and clears, and at the start orphans are looked for
  const isRelay = /"outbox\.0"|"\$pull"/.test(JSON.stringify(command))
  const isBackground = isRelay || command.find === 'selfies'
  if (!isBackground && !['ping', 'delete'].includes(commandName)) commands.push(commandName)
})

/** The commands before the answer. */
async function count(work: () => Promise<{ status: number }>): Promise<string[]> {
  commands.length = 0
  expect((await work()).status).toBe(200)
  return [...commands]
}

test('a login takes two database commands, a look at oneself or at a name one', async () => {
  const ada = await join()
  expect(await count(() => logIn(ada.user.username))).toEqual(['find', 'insert'])
  expect(await count(() => ada.call(contract.getUser))).toEqual(['find'])
  expect(await count(() => ada.call(contract.updateUser, { body: {} }))).toEqual(['find'])
  const name = { query: { username: 'nobody' } }
  expect(await count(() => visitor.call(contract.checkUsername, name))).toEqual(['find'])
})
