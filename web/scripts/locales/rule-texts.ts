import { readdirSync } from 'node:fs'
import path from 'node:path'

const HTTP = path.resolve(import.meta.dirname, '../../../proto/src/http')

/** Returns the messages of all rules of the contract. */
export async function ruleTexts(): Promise<Set<string>> {
  const found = new Set<string>()
  const seen = new Set<unknown>()
  const files = readdirSync(HTTP, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
  )
  const modules: Record<string, unknown>[] = await Promise.all([
    ...files.map((file) => import(path.join(HTTP, file))),
    import('@zing/proto/fields'),
    import('@zing/proto/frames/client'),
    import('@zing/proto/community/door'),
  ])
  for (const module of modules) for (const value of Object.values(module)) collect(value)
  return found

  /** Follows schemas, checks and whatever holds them. */
  function collect(value: unknown): void {
    if (value === null || typeof value !== 'object' || seen.has(value)) return
    seen.add(value)
    if ('_zod' in value) return collectDefinition((value._zod as { def: Record<string, unknown> }).def)
    for (const part of Object.values(value)) collect(part)
  }

  function collectDefinition(definition: Record<string, unknown>): void {
    const { error, ...parts } = definition
    const message = typeof error === 'function' ? error({}) : undefined
    if (typeof message === 'string') found.add(message)
    for (const part of Object.values(parts)) collect(part)
  }
}
