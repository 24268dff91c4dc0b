import { pathOf } from '@zing/proto/endpoint'
import { login } from '@zing/proto/http/auth'
import type { Bench } from '../bench.ts'
import { runWorkers } from '../load/workers.ts'
import { type Result, result } from '../results/result.ts'
import { alternate, pick } from '../rounds.ts'
import { PASSWORD, PASSWORD_HASH } from '../users.ts'

const CONCURRENCY = 2 // auth computes as many hashes at once
const QUEUED = 2 // keeps auth busy

/** Measures logins per second against bare password checks of the same cost. */
export async function measureLogin(bench: Bench): Promise<Result[]> {
  const [rounds, ms] = bench.isQuick ? [1, 1_500] : [3, 5_000]
  const rate = (isProduct: boolean) => (isProduct ? loginRate(bench, ms) : baselineRate(bench, ms))
  await rate(true) // warm-up
  const measured = await alternate(rounds, bench.targets, ({ name }) => rate(name === 'product'))
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

async function loginRate({ request, users }: Bench, ms: number): Promise<number> {
  let done = 0
  const startedAt = performance.now()
  await runWorkers(CONCURRENCY + QUEUED, ms, async (worker) => {
    const username = users[worker]?.username
    await request(pathOf(login), {}, { username, password: PASSWORD })
    done += 1
  })
  return (done * 1_000) / (performance.now() - startedAt)
}

async function baselineRate({ baseline }: Bench, ms: number): Promise<number> {
  const response = await fetch(`${baseline.url}/verify`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ hash: PASSWORD_HASH, password: PASSWORD, maxConcurrent: CONCURRENCY, ms }),
    signal: AbortSignal.timeout(ms + 30_000),
  })
  const { perSecond } = (await response.json()) as { perSecond: number } // shape of baseline/main.ts
  return perSecond
}
