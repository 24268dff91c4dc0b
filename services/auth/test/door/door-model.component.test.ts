import { REGISTRATION_MODES } from '@zing/proto/community/modes'
import type { RegistrationMode } from '@zing/proto/community/settings'
import { createInvitation, withdrawInvitation } from '@zing/proto/http/door'
import { deleteUser, setUserRole } from '@zing/proto/nats/rpc/auth'
import { request } from '@zing/testing/request'
import { WAIT } from '@zing/testing/wait'
import { expect, test, vi } from 'vitest'
import { setupDoor } from './setup-door.ts'

const OPERATIONS = 160
const DAY_MS = 24 * 60 * 60 * 1_000
const SEED = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31))

interface ModelInvitation {
  id: number
  code: string
  byId: number
  left: number
  needsApproval: boolean
}

/** The state of the door, said plainly. */
interface Model {
  mode: RegistrationMode
  quota: number | null
  cap: number | null
  accounts: number
  today: number
  invitations: ModelInvitation[]
}

const { db, nats, all, clientOf, publish, register, newUser } = await setupDoor(2)
const random = createRandom(SEED)
const pick = <T>(list: readonly T[]): T => list[random(list.length)] as T // never of an empty list

/** Random numbers below a bound, the same ones for a seed: `SEED=7 npx vitest run ...` repeats a failed run. */
function createRandom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return Math.floor((state / 2 ** 32) * below)
  }
}

function expected(model: Model, code: string | undefined, hasAnswer: boolean): string {
  const invitation = model.invitations.find((one) => one.code === code && one.left > 0)
  if (model.mode === 'closed') return 'REGISTRATION_CLOSED'
  if (code && !invitation) return 'INVITATION_INVALID'
  if (!code && model.mode === 'invitation') return 'INVITATION_NEEDED'
  const waits = invitation ? invitation.needsApproval : model.mode === 'approval'
  if (waits && !hasAnswer) return 'ANSWER_NEEDED'
  if (model.quota !== null && model.today >= model.quota) return 'QUOTA_REACHED'
  if (model.cap !== null && model.accounts >= model.cap) return 'QUOTA_REACHED'
  if (invitation) invitation.left -= 1
  model.accounts += 1
  model.today += 1
  return waits ? 'pending' : 'active'
}

test(`${OPERATIONS} random operations on two processes do what a model of the door does`, {
  timeout: 180_000,
}, async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const model: Model = { mode: 'open', quota: null, cap: null, accounts: 1, today: 1, invitations: [] }
  const keeper = await newUser()
  await request(nats, setUserRole, { userId: keeper.user.id, role: 'admin' })
  const members: number[] = []
  const codes: string[] = ['unknown']
  await publish({ invitations: { memberDays: 0 } })

  async function set(changes: Partial<Pick<Model, 'mode' | 'quota' | 'cap'>>): Promise<void> {
    Object.assign(model, changes)
    const { mode, quota, cap } = model
    await publish({ registration: { mode, quota, cap }, invitations: { memberDays: 0 } })
  }

  async function signUp(process: number): Promise<void> {
    const code = random(2) === 0 ? pick(codes) : undefined
    const answers = random(4) > 0 && { application: 'Hello' }
    const given = { ...(code && { invitation: code }), ...answers }
    const wanted = expected(model, code, answers !== false)
    const { status, body } = await register(given, process)
    if (status === 201) members.push(body.id)
    expect(status === 201 ? (body.status ?? 'active') : body.code, `SEED=${SEED}`).toBe(wanted)
  }

  async function invite(): Promise<void> {
    const byId = random(2) === 0 || members.length === 0 ? keeper.user.id : pick(members)
    const uses = pick([null, 1, 2, 3])
    const needsApproval = random(4) === 0
    const caller = clientOf({ userId: byId, sid: 'x' })
    const { status, body } = await caller.call(createInvitation, { body: { uses, needsApproval } })
    const isPending =
      (await db.collection<{ _id: number; status?: string }>('users').findOne({ _id: byId }))?.status === 'pending'
    expect(status).toBe(isPending ? 403 : 201)
    if (isPending) return
    model.invitations.push({
      id: body.id,
      code: body.code,
      byId,
      left: uses ?? Number.POSITIVE_INFINITY,
      needsApproval,
    })
    codes.push(body.code)
  }

  async function withdraw(): Promise<void> {
    const invitation = model.invitations.length > 0 && pick(model.invitations)
    if (!invitation) return
    const { status } = await clientOf(keeper.identity).call(withdrawInvitation, { params: { id: invitation.id } })
    expect(status).toBe(204)
    invitation.left = 0
  }

  async function leave(): Promise<void> {
    if (members.length === 0) return
    const [userId = 0] = members.splice(random(members.length), 1)
    await vi.waitFor(() => request(nats, deleteUser, { userId }), WAIT) // a busy machine takes longer than an RPC may
    model.accounts -= 1
    model.invitations = model.invitations.filter(({ byId }) => byId !== userId)
  }

  async function nextDay(): Promise<void> {
    vi.setSystemTime(Date.now() + DAY_MS)
    model.today = 0
  }

  for (let n = 0; n < OPERATIONS; n++) {
    const operation = random(20)
    if (operation < 11) await signUp(n % all.length)
    else if (operation < 14) await invite()
    else if (operation < 15) await withdraw()
    else if (operation < 17) await leave()
    else if (operation < 18) await nextDay()
    else await set({ mode: pick(REGISTRATION_MODES), quota: pick([null, 0, 2, 4]), cap: pick([null, 5, 12, 40]) })
  }
  const door = await db.collection('door').findOne({})
  expect(door?.accounts, `SEED=${SEED}`).toBe(model.accounts)
  expect(await db.collection('users').countDocuments()).toBe(model.accounts)
  for (const { code, left } of model.invitations) {
    const stored = await db.collection('invitations').findOne({ code })
    if (Number.isFinite(left) && !stored?.withdrawnAt) expect(stored?.left).toBe(left)
  }
})
