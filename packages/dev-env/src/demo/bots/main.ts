import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { ApiClient } from '../member.ts'
import { BOT_PROFILES } from './personas.ts'
import { runBot } from './run-bot.ts'
import { signIn } from './sign-in.ts'

const Config = z.object({
  GATEWAY_URL: z.url(),
  DEMO_PASSWORD: z.string(),
  DEMO_PACE: z.coerce.number().min(0).default(1),
  NODE_ENV: z
    .string()
    .default('development')
    .refine((value) => value !== 'production', 'the bots do not run in production'),
})
const FOREVER_MS = 2 ** 31 - 1

// No handler for signals: the next process finds unfinished work again and does it once.
const { GATEWAY_URL: baseUrl, DEMO_PASSWORD: password, DEMO_PACE: pace } = Config.parse(process.env)

const members: ApiClient[] = []
for (const { username } of BOT_PROFILES) {
  const member = await signIn(baseUrl, username, password)
  if (!member) break // a reset deletes all bots, and failed logins are counted
  members.push(member)
}
const otherBots = new Set(members.map(({ user }) => user.id))
const pause = (ms: number) => sleep(ms * pace)
await Promise.all(
  members.map((member, index) => runBot(member, { baseUrl, password, index, otherBots, pause, log: console.log })),
)

console.log('bots idle: their accounts are gone, as after a reset')
setInterval(() => {}, FOREVER_MS) // the supervisor would restart a process that ends
