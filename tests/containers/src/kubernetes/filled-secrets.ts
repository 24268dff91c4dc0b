/** All but the URLs, of which only the passwords are secrets. */
const SECRETS = /^( {2}([A-Z_]+(?<!_URL)): ).*$/gm
/** The URLs of the example name the user, whose process it is. */
const PASSWORDS = /\/\/(?:zing_)?(\w*):(MONGO|NATS|REDIS)_PASSWORD@/g

/**
 * Returns secrets.example.yaml with the values of a compose env file, for the compose file's servers and without TLS.
 * Throws if a value is missing.
 */
export function filledSecrets(example: string, values: Record<string, string>): string {
  function secretOf(name: string): string {
    const value = values[name]
    if (!value) throw new Error(`there is no ${name}`)
    return value
  }
  return example
    .replace(SECRETS, (_line, start, name) => `${start}'${secretOf(name)}'`)
    .replace(PASSWORDS, (whole, user, server) => {
      const variable = user ? `${server}_${user.toUpperCase()}_PASSWORD` : `${server}_PASSWORD`
      return whole.replace(`${server}_PASSWORD`, secretOf(variable))
    })
    .replaceAll('.internal:', ':')
    .replaceAll('?tls=true', '')
    .replaceAll('rediss://', 'redis://')
}
