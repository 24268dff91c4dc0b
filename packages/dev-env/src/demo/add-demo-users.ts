import { randomBytes, randomUUID } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { sendMessage } from '@zing/proto/http/chat'
import { likeUser } from '@zing/proto/http/social'
import { z } from 'zod'
import { addBots } from './bots/add-bots.ts'
import { CallError, joinAs, logIn, type Member } from './member.ts'
import { demoPlan } from './plan.ts'
import { selfieOf } from './portrait.ts'
import { type DemoProfile, demoProfiles } from './profiles.ts'

const PEOPLE = 60
const AT_ONCE = 4

const State = z.object({
  username: z.string(),
  password: z.string(),
  isComplete: z.boolean(),
  hasBots: z.boolean().default(false), // data folders of before know nothing of them
})
type State = z.infer<typeof State>

export interface DemoOptions {
  /** The gateway: demo people come in through the public API like everybody. */
  baseUrl: string
  /** Where it is written down that they are there. */
  dataDir: string
  hasBots: boolean
  log: (line: string) => void
}

/**
 * Adds the demo people, once per data folder; an interrupted start is taken up again. Returns the demo login, or null if
 * there is none any more: whoever has reset everything did not mean to have them back.
 */
export async function addDemoUsers({
  baseUrl,
  dataDir,
  hasBots,
  log,
}: DemoOptions): Promise<{ username: string; password: string } | null> {
  const file = path.join(dataDir, 'demo.json')
  const profiles = demoProfiles(PEOPLE)
  let state: State = (await readState(file)) ?? {
    username: profiles[0]?.username ?? '',
    password: randomBytes(9).toString('base64url'),
    isComplete: false,
    hasBots: false,
  }
  const { username, password } = state

  if (state.isComplete && !(await canLogIn(baseUrl, { username, password }))) {
    log(`The demo people are gone, as after a reset (without ${file} they would be added again)`)
    return null
  }
  if (!state.isComplete) {
    await writeState(file, state)
    log(`Adding ${PEOPLE} demo people (only this once)`)
    await addPeople(baseUrl, profiles, password)
    state = { ...state, isComplete: true }
    await writeState(file, state)
  }
  if (hasBots && !state.hasBots) {
    await addBots(baseUrl, password)
    await writeState(file, { ...state, hasBots: true })
  }
  return { username, password }
}

async function canLogIn(baseUrl: string, login: { username: string; password: string }): Promise<boolean> {
  try {
    await logIn(baseUrl, login)
    return true
  } catch (error) {
    if (error instanceof CallError && error.status === 401) return false
    throw error
  }
}

async function addPeople(baseUrl: string, profiles: DemoProfile[], password: string): Promise<void> {
  const members: Member[] = []
  for (let first = 0; first < profiles.length; first += AT_ONCE) {
    const group = profiles.slice(first, first + AT_ONCE).map(async ({ look, ...details }) => {
      return joinAs(baseUrl, { ...details, password, selfie: await selfieOf(look) })
    })
    members.push(...(await Promise.all(group)))
  }
  await live(members)
}

/** Likes and messages of the plan, through the same API. */
async function live(members: Member[]): Promise<void> {
  const { likes, messages } = demoPlan(members.length)
  const member = (index: number): Member => {
    const found = members[index]
    if (!found) throw new Error(`there is no demo person ${index}`)
    return found
  }
  for (const { from, to } of likes) await member(from).call(likeUser, { body: { likedId: member(to).user.id } })
  for (const { from, to, content } of messages) {
    const body = { receiverId: member(to).user.id, content, clientMessageId: randomUUID() }
    await member(from).call(sendMessage, { body })
  }
}

async function readState(file: string): Promise<State | null> {
  const text = await readFile(file, 'utf8').catch(() => null)
  if (text === null) return null
  const state = State.safeParse(parseJson(text))
  if (!state.success) throw new Error(`${file} cannot be read. Remove it to add the demo people again.`)
  return state.data
}

async function writeState(file: string, state: State): Promise<void> {
  await writeFile(`${file}.new`, JSON.stringify(state), { mode: 0o600 })
  await rename(`${file}.new`, file)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
