const SECRETS = /^( {2}(INTERNAL_TOKEN_SECRET|SESSION_SECRET|ADMIN_PIN|VAPID_PUBLIC_KEY|VAPID_PRIVATE_KEY): ).*$/gm
/** Each URL of the example names the user of its process. */
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
