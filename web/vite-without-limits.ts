import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

/** Lines of a contract that only servers read. */
const FOR_SERVERS =
  /^ {2}(bodyMedia|errorResponses|fileMedia|headers|isForPending|lane|limits|maxBytes|maxKeys|params|priority|response): [^{}\n]*,\n/gm

/** Leaves out of the client what servers read from the same contracts, such as rate limits. */
export function withoutLimits(): Plugin {
  return {
    name: 'zing-without-limits',
    apply: 'build',
    enforce: 'pre',
    load(id) {
      if (/\/proto\/src\/http\/[\w/-]+\.ts$/.test(id)) return readFileSync(id, 'utf8').replace(FOR_SERVERS, '')
      if (!id.endsWith('/proto/src/rate-limits.ts')) return null
      const names = [...readFileSync(id, 'utf8').matchAll(/^export const (\w+)/gm)].map(([, name]) => name)
      return names.map((name) => `export const ${name} = undefined`).join('\n')
    },
  }
}
