import { expect, test } from 'vitest'
import { inLanes } from './run-in-lanes.ts'

function held() {
  let resolve = () => {}
  const promise = new Promise<void>((done) => {
    resolve = done
  })
  return { promise, resolve }
}

test('two lanes run two tasks at a time, a free lane takes the next one, and answers keep their order', async () => {
  const begun: string[] = []
  const [long, short] = [held(), held()]
  const task = (name: string, until: Promise<void>) => async () => {
    begun.push(name)
    await until
    return name
  }
  const answers = inLanes(
    [task('long', long.promise), task('short', short.promise), task('next', Promise.resolve())],
    2,
  )
  expect(begun).toEqual(['long', 'short'])
  short.resolve()
  await expect.poll(() => begun).toEqual(['long', 'short', 'next'])
  long.resolve()

  expect(await answers).toEqual(['long', 'short', 'next'])
})

test('one lane is one after another', async () => {
  let running = 0
  let most = 0
  const task = async () => {
    most = Math.max(most, ++running)
    await Promise.resolve()
    running -= 1
  }
  await inLanes([task, task, task], 1)
  expect(most).toBe(1)
})
