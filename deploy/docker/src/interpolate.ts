// Compose's interpolation as far as our file uses it: ${NAME}, ${NAME:-default}, ${NAME:+instead}, ${NAME:?message}, and $$
// for a dollar sign. A variable can be inside another.
const INNERMOST = /\$\{(\w+)(?::([-+?])([^{}]*))?\}/g
const ESCAPED = '\0'

export function interpolate(text: string, env: Record<string, string>): string {
  return resolve(text.replaceAll('$$', ESCAPED), env).replaceAll(ESCAPED, '$')
}

function resolve(text: string, env: Record<string, string>): string {
  const resolved = text.replace(INNERMOST, (_, name: string, kind?: string, rest = '') => {
    if (kind === '+') return env[name] ? rest : ''
    if (env[name]) return env[name]
    if (kind === '-') return rest
    throw new Error(`${name} is not set`)
  })
  return resolved === text ? text : resolve(resolved, env)
}
