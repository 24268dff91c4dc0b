import { testDatabase } from '@zing/kit/testing/servers'
import * as contract from '@zing/proto/http/auth'
import mongoose from 'mongoose'
import { describe, expect, test } from 'vitest'
import { startAuth } from './auth-under-test.ts'

/** A port where nothing listens. */
const NOWHERE = 'redis://127.0.0.1:9'

async function wrongLogins(auth: Awaited<ReturnType<typeof startAuth>>, count: number): Promise<number[]> {
  const { user } = await auth.join()
  const statuses: number[] = []
  for (let i = 0; i < count; i++) statuses.push((await auth.logIn(user.username, 'wrong')).status)
  return statuses
}

describe('login limit', () => {
  test('SEC-48 with Redis away the process counts for itself, at half the rate', async () => {
    expect(await wrongLogins(await startAuth({ REDIS_URL: NOWHERE }), 4)).toEqual([401, 401, 401, 429])
  })

  test('without Redis the process counts for itself', async () => {
    expect(await wrongLogins(await startAuth({ REDIS_URL: undefined }), 6)).toEqual([...Array(5).fill(401), 429])
  })

  test('load tests may switch it off', async () => {
    expect(await wrongLogins(await startAuth({ RATE_PROFILE: 'off' }), 8)).toEqual(Array(8).fill(401))
  })
})

describe('database commands before the answer', () => {
  test('a login takes two, a look at oneself or at a name one', async () => {
    const MONGO_URL = `${testDatabase()}?monitorCommands=true`
    const auth = await startAuth({ MONGO_URL })
    const service = mongoose.connections.find(({ name }) => MONGO_URL.includes(name))
    const commands: string[] = []
    service?.getClient().on('commandStarted', ({ commandName, command }) => {
      // beside the requests run the relay's sweeps, and at the start the search for leftovers
      const isBackground = JSON.stringify(command).includes('outbox.0') || command.find === 'selfies'
      if (!isBackground && !['ping', 'delete'].includes(commandName)) commands.push(commandName)
    })
    async function count(work: () => Promise<{ status: number }>): Promise<string[]> {
      commands.length = 0
      expect((await work()).status).toBe(200)
      return [...commands]
    }

    const ada = await auth.join()
    expect(await count(() => auth.logIn(ada.user.username))).toEqual(['find', 'insert'])
    expect(await count(() => ada.call(contract.getUser))).toEqual(['find'])
    expect(await count(() => ada.call(contract.updateUser, { body: {} }))).toEqual(['find'])
    expect(await count(() => auth.visitor.call(contract.checkUsername, { query: { username: 'free' } }))).toEqual([
      'find',
    ])
  })
})
