import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

/** Leaves the rate limits out of the client: servers read them from the same contracts. */
export function withoutLimits(): Plugin {
  return {
    name: 'zing-without-limits',
    apply: 'build',
    enforce: 'pre',
    load(id) {
      if (!id.endsWith('/proto/src/rate-limits.ts')) return null
      const names = [...readFileSync(id, 'utf8').matchAll(/^export const (\w+)/gm)].map(([, name]) => name)
      return names.map((name) => `export const ${name} = undefined`).join('\n')
    },
  }
}
