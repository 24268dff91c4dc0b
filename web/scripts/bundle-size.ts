/** Part of Vite's manifest: output files by entry module. */
export type Manifest = Record<string, { file: string; imports?: string[] }>

/** Returns the script files of these modules and of everything they import. */
export function filesOf(manifest: Manifest, modules: string[]): Set<string> {
  const files = new Set<string>()
  const queue = [...modules]
  for (let module = queue.pop(); module !== undefined; module = queue.pop()) {
    const chunk = manifest[module]
    if (!chunk) throw new Error(`the build has no ${module}`)
    if (files.has(chunk.file)) continue
    files.add(chunk.file)
    queue.push(...(chunk.imports ?? []))
  }
  return files
}

/** Returns the modules that the script tags of a page load. */
export function modulesOf(manifest: Manifest, page: string): string[] {
  return [...page.matchAll(/<script[^>]+src="\/([^"]+)"/g)].map(([, file]) => {
    const found = Object.keys(manifest).find((module) => manifest[module]?.file === file)
    if (!found) throw new Error(`the build has no ${file}`)
    return found
  })
}

/** Returns the scripts that a page loads later, each with a screen or a part of one. */
export function lazyScripts(manifest: Manifest, firstModules: string[]): Set<string> {
  const first = filesOf(manifest, firstModules)
  const files = Object.values(manifest).map(({ file }) => file)
  return new Set(files.filter((file) => file.endsWith('.js') && !first.has(file)))
}

const STAFF = /features\/(moderation|admin|profile\/admin)\//

/** Returns the modules that load a screen of moderators or admins although they are not part of one. */
export function staffLeaks(manifest: Manifest): string[] {
  const staff = new Set(
    Object.keys(manifest)
      .filter((module) => STAFF.test(module))
      .map((module) => manifest[module]?.file),
  )
  return Object.keys(manifest).filter((module) => {
    const { file = '' } = manifest[module] ?? {}
    return !staff.has(file) && [...filesOf(manifest, [module])].some((one) => staff.has(one))
  })
}
