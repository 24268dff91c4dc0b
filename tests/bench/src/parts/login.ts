import { pathOf } from '@zing/proto/endpoint'
import { login } from '@zing/proto/http/auth'
import type { Bench } from '../bench.ts'
import { keepBusy } from '../load/workers.ts'
import { type Result, result } from '../result.ts'
import { inTurn, pick } from '../rounds.ts'
import { PASSWORD, PASSWORD_HASH } from '../users.ts'

const AT_ONCE = 2 // as many hashes as auth lets run together
const WAITING = 2 // so that auth always has the next one

/** Logins a second, against bare password checks of the same cost in one process. */
export async function measureLogin(bench: Bench): Promise<Result[]> {
  const [rounds, ms] = bench.isQuick ? [1, 1_500] : [3, 5_000]
  const rate = (isProduct: boolean) => (isProduct ? loginRate(bench, ms) : bareRate(bench, ms))
  await rate(true) // warm-up
  const measured = await inTurn(rounds, bench.targets, ({ name }) => rate(name === 'product'))
  const note = 'baseline: bare argon2 checks (m = 19,456 KiB, t = 2, p = 1), 2 at a time in one process'
  return [
    result(
      'logins/s',
      '/s',
      pick(measured, (perSecond) => perSecond),
      { note },
    ),
  ]
}

async function loginRate({ ask, people }: Bench, ms: number): Promise<number> {
  let done = 0
  const startedAt = performance.now()
  await keepBusy(AT_ONCE + WAITING, ms, async (worker) => {
    const username = people[worker]?.username
    await ask(pathOf(login), {}, { username, password: PASSWORD })
    done += 1
  })
  return (done * 1_000) / (performance.now() - startedAt)
}

async function bareRate({ baseline }: Bench, ms: number): Promise<number> {
  const answer = await fetch(`${baseline.url}/verify`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ hash: PASSWORD_HASH, password: PASSWORD, atOnce: AT_ONCE, ms }),
    signal: AbortSignal.timeout(ms + 30_000),
  })
  const { perSecond } = (await answer.json()) as { perSecond: number } // our own baseline
  return perSecond
}
