import { afterAll, onTestFinished, TestRunner } from 'vitest'

/** Cleans up when the running test ends, or the file if none runs: `afterAll` inside a test would never be called. */
export function afterTestOrFile(cleanUp: () => unknown): void {
  const done = async () => void (await cleanUp())
  if (TestRunner.getCurrentTest()) onTestFinished(done)
  else afterAll(done)
}
