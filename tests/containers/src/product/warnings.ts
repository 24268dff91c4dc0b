import type { Product } from './product.ts'

const WARNING = /^\{"level":[456]0/
const SHOWN_WARNINGS = 5

/** Returns the last warnings and errors in the logs of these containers. */
export async function warningsOf({ engine }: Product, containers: string[]): Promise<string> {
  const logs = await Promise.all(containers.map((name) => engine.attempt(['logs', name])))
  const lines = logs.flatMap(({ stdout }, index) =>
    stdout
      .split('\n')
      .filter((line) => WARNING.test(line))
      .slice(-SHOWN_WARNINGS)
      .map((line) => `${containers[index]}: ${line}`),
  )
  return lines.join('\n')
}
