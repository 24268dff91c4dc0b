import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { Member } from '../member.ts'
import { COMPANIONS } from './personas.ts'
import { live } from './run-bot.ts'
import { signIn } from './sign-in.ts'

const Config = z.object({
  GATEWAY_URL: z.url(),
  DEMO_PASSWORD: z.string(),
  DEMO_PACE: z.coerce.number().min(0).default(1),
  NODE_ENV: z
    .string()
    .default('development')
    .refine((value) => value !== 'production', 'the bots are for trying Zing out'),
})
const FOREVER_MS = 2 ** 31 - 1

// A signal simply ends this process: what it was about to do is found again by the next one, and done once.
const { GATEWAY_URL: baseUrl, DEMO_PASSWORD: password, DEMO_PACE: pace } = Config.parse(process.env)

const members: Member[] = []
for (const { username } of COMPANIONS) {
  const member = await signIn(baseUrl, username, password)
  if (!member) break // a reset takes all of them, and failed logins are counted
  members.push(member)
}
const others = new Set(members.map(({ user }) => user.id))
const pause = (ms: number) => sleep(ms * pace)
await Promise.all(
  members.map((member, place) => live(member, { baseUrl, password, place, others, pause, log: console.log })),
)

console.log('The demo bots are gone, as after a reset.')
setInterval(() => {}, FOREVER_MS) // a process that ends would be started again
