import { afterAll, onTestFinished, TestRunner } from 'vitest'

/** Cleans up when the running test ends, or the file if no test runs. Vitest never calls an `afterAll` inside a test. */
export function afterTestOrFile(cleanUp: () => unknown): void {
  const done = async () => void (await cleanUp())
  if (TestRunner.getCurrentTest()) onTestFinished(done)
  else afterAll(done)
}
