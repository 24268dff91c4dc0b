import path from 'node:path'
import { readSources } from './sources.ts'

/** Parts of a catalogue: for the first load, for members, and for moderators, admins and the setup. */
export const PARTS = ['first', 'member', 'staff'] as const
export type Part = (typeof PARTS)[number]

/** Loaded with the page. */
const FIRST = ['web/src/main.tsx', 'web/src/features/landing/landing-screen.tsx']
const STAFF = /^web\/src\/features\/(?:admin|moderation|setup|profile\/admin)\//
const IMPORT = /(?:\bfrom |\bimport (?=')|(\bimport\())'(\.[^']+)'/g

/** Returns the part of the texts of each file, by the files that import it. */
export function partsByFile(sources = readSources()): Map<string, Part> {
  const parts = new Map<string, Part>([...sources.keys()].map((file) => [file, 'staff']))
  const reach = (starts: string[], part: Part, hasLazy: boolean) => {
    const queue = [...starts]
    const seen = new Set<string>()
    for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
      const code = sources.get(file)
      if (code === undefined || seen.has(file)) continue
      seen.add(file)
      parts.set(file, part)
      for (const [, lazy, specifier = ''] of code.matchAll(IMPORT)) {
        const imported = path.posix.join(path.posix.dirname(file), specifier)
        if (!lazy || (hasLazy && !STAFF.test(imported))) queue.push(imported)
      }
    }
  }
  reach(FIRST, 'member', true)
  reach(FIRST, 'first', false)
  return parts
}

/** A text of several files belongs to the part that is loaded first. */
export function partOf(origins: string[], parts: Map<string, Part>): Part {
  return PARTS.find((part) => origins.some((origin) => (parts.get(origin) ?? 'member') === part)) ?? 'member'
}
