import { expect, test } from 'vitest'
import { runInLanes } from './run-in-lanes.ts'

function deferred() {
  let resolve = () => {}
  const promise = new Promise<void>((done) => {
    resolve = done
  })
  return { promise, resolve }
}

test('two lanes run two tasks at a time, a free lane takes the next, and results stay in order', async () => {
  const started: string[] = []
  const [long, short] = [deferred(), deferred()]
  const task = (name: string, until: Promise<void>) => async () => {
    started.push(name)
    await until
    return name
  }
  const results = runInLanes(
    [task('long', long.promise), task('short', short.promise), task('next', Promise.resolve())],
    2,
  )
  expect(started).toEqual(['long', 'short'])
  short.resolve()
  await expect.poll(() => started).toEqual(['long', 'short', 'next'])
  long.resolve()

  expect(await results).toEqual(['long', 'short', 'next'])
})

test('one lane runs tasks sequentially', async () => {
  let running = 0
  let most = 0
  const task = async () => {
    most = Math.max(most, ++running)
    await Promise.resolve()
    running -= 1
  }
  await runInLanes([task, task, task], 1)
  expect(most).toBe(1)
})
