// Compose's interpolation as far as our file uses it: ${NAME}, ${NAME:-default}, ${NAME:?message}, and $$ for a dollar sign.
const VARIABLE = /\$\$|\$\{(\w+)(?::([-?])([^}]*))?\}/g

export function interpolate(text: string, env: Record<string, string>): string {
  return text.replace(VARIABLE, (whole, name?: string, kind?: string, rest = '') => {
    if (!name) return whole.slice(1)
    if (env[name]) return env[name]
    if (kind === '-') return rest
    throw new Error(`${name} is not set`)
  })
}

export function requiredVariables(compose: string): string[] {
  const lines = compose.split('\n').filter((line) => !line.trimStart().startsWith('#'))
  const found = [...lines.join('\n').matchAll(VARIABLE)].filter(([, name, kind]) => name && kind !== '-')
  return [...new Set(found.map(([, name = '']) => name))].sort()
}
