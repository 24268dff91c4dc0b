import { solveChallenge } from './solve-challenge.ts'

// A worker of its own, so that the form stays fluent. At most 4 kB, see scripts/check-size.ts.
addEventListener('message', async ({ data }: MessageEvent<string>) => {
  postMessage(await solveChallenge(data).catch(() => null))
})
