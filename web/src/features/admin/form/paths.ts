/** Values of settings by path, such as `registration.quota`. */
export type Draft = ReadonlyMap<string, unknown>

type Tree = Record<string, unknown>

export function valueAt(tree: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((value, key) => (isTree(value) ? value[key] : undefined), tree)
}

/** Returns the changes as the server takes them: nested as the settings. */
export function nested(draft: Draft): Tree {
  let tree: Tree = {}
  for (const [path, value] of draft) tree = mergedAt(tree, path.split('.'), value)
  return tree
}

/** Returns settings with the changes, merged as the server merges them. */
export function merged<T>(settings: T, draft: Draft): T {
  let tree: unknown = settings
  for (const [path, value] of draft) tree = mergedAt(tree, path.split('.'), value)
  return tree as T // the same keys
}

function mergedAt(tree: unknown, [key = '', ...rest]: string[], value: unknown): Tree {
  const own = isTree(tree) ? tree : {}
  if (rest.length > 0) return { ...own, [key]: mergedAt(own[key], rest, value) }
  return { ...own, [key]: isTree(value) && isTree(own[key]) ? { ...own[key], ...value } : value }
}

/** True if a value would change nothing. The version of the terms is the product's, not in a draft. */
export function isSaved(value: unknown, saved: unknown): boolean {
  const { version: _, ...own } = isTree(saved) ? saved : {}
  return JSON.stringify(value) === JSON.stringify(isTree(saved) ? own : saved)
}

function isTree(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
