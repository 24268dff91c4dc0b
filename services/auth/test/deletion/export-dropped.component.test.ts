import { rpcHandler, serveRpc } from '@zing/kit/nats/rpc-server'
import { createLog } from '@zing/kit/observability/logger'
import { confirmPassword, deleteAccount } from '@zing/proto/http/account'
import { createExport } from '@zing/proto/http/exports'
import { getExportedPairs } from '@zing/proto/nats/rpc/social'
import { WAIT } from '@zing/testing/wait'
import { expect, test, vi } from 'vitest'
import { PASSWORD, setupAuth } from '../setup-auth.ts'

const lines: { level: number; msg: string; userId?: number }[] = []
const log = createLog('auth', 'debug', { write: (line: string) => void lines.push(JSON.parse(line)) })
const { nats, db, newUser } = await setupAuth({}, { log })
const ERROR = 50

/** The users whose first page auth has requested, and the users whose request fails. */
const asked: number[] = []
const failing = new Set<number>()
let release = () => {}
let released = Promise.resolve()
serveRpc(nats, 'others', [
  rpcHandler(getExportedPairs, async ({ userId }) => {
    asked.push(userId)
    await released
    if (failing.has(userId)) throw new Error('who is that?')
    return { items: [], next: null }
  }),
])
await (await nats.connection).flush()

type User = Awaited<ReturnType<typeof newUser>>

async function confirmed(): Promise<User> {
  const user = await newUser()
  expect((await user.call(confirmPassword, { body: { password: PASSWORD } })).status).toBe(204)
  return user
}

/** Starts a copy and returns when auth has requested its first page. */
async function begin(user: User): Promise<void> {
  expect((await user.call(createExport)).status).toBe(200)
  await vi.waitFor(() => expect(asked).toContain(user.user.id), WAIT)
}

function hold(): void {
  released = new Promise((resolve) => {
    release = resolve
  })
}

const linesOf = ({ user }: User) => lines.filter(({ userId }) => userId === user.id)

async function expectDropped(user: User): Promise<void> {
  await vi.waitFor(() => expect(linesOf(user).map(({ msg }) => msg)).toContain('export dropped'), WAIT)
  expect(linesOf(user).filter(({ level }) => level >= ERROR)).toEqual([])
  for (const name of ['exports', 'exportChunks'])
    expect(await db.collection(name).countDocuments({ userId: user.user.id })).toBe(0)
}

test('when an account is deleted while its copy is made, the copy is dropped without an error', async () => {
  const ada = await confirmed()
  hold()
  await begin(ada)
  failing.add(ada.user.id)
  expect((await ada.call(deleteAccount)).status).toBe(204)
  release()
  await expectDropped(ada)
})

test('when an account is deleted while its copy waits, the copy is dropped without an error', async () => {
  const others = [await confirmed(), await confirmed()]
  const ada = await confirmed()
  hold()
  for (const other of others) await begin(other)
  expect((await ada.call(createExport)).status).toBe(200)
  expect((await ada.call(deleteAccount)).status).toBe(204)
  release()
  await expectDropped(ada)
})

test('when a copy fails and its account still exists, it is an error', async () => {
  const ada = await confirmed()
  failing.add(ada.user.id)
  await begin(ada)
  await vi.waitFor(
    () => expect(linesOf(ada)).toContainEqual(expect.objectContaining({ level: ERROR, msg: 'export failed' })),
    WAIT,
  )
  const failed = { userId: ada.user.id, isFailed: true }
  await vi.waitFor(async () => expect(await db.collection('exports').countDocuments(failed)).toBe(1), WAIT)
})
