/** Part of Vite's manifest: files by the module that they begin with. */
export type Manifest = Record<string, { file: string; imports?: string[] }>

/** Scripts that the browser must have before it can show these modules: their files and, in turn, what those import. */
export function filesOf(manifest: Manifest, modules: string[]): Set<string> {
  const files = new Set<string>()
  const waiting = [...modules]
  for (let module = waiting.pop(); module !== undefined; module = waiting.pop()) {
    const chunk = manifest[module]
    if (!chunk) throw new Error(`the build has no ${module}`)
    if (files.has(chunk.file)) continue
    files.add(chunk.file)
    waiting.push(...(chunk.imports ?? []))
  }
  return files
}

/** The modules that a page begins with: those of its script tags. */
export function modulesOf(manifest: Manifest, page: string): string[] {
  return [...page.matchAll(/<script[^>]+src="\/([^"]+)"/g)].map(([, file]) => {
    const found = Object.keys(manifest).find((module) => manifest[module]?.file === file)
    if (!found) throw new Error(`the build has no ${file}`)
    return found
  })
}

export function allScripts(manifest: Manifest): Set<string> {
  return new Set(
    Object.values(manifest)
      .map(({ file }) => file)
      .filter((file) => file.endsWith('.js')),
  )
}
