import { readFileSync } from 'node:fs'
import path from 'node:path'
import { PROCESS_NAMES } from '@zing/proto/processes'
import { expect, test } from 'vitest'
import { COMPOSE, DOCKER, NATS_CONF } from '../paths.ts'
import { secretFiles } from '../secrets/secret-files.ts'
import { newSecrets, SECRET_NAMES } from '../secrets/secret-values.ts'
import { readCompose, readersOf } from './files.ts'
import { secretsProblems } from './secrets-policy.ts'

const text = readFileSync(COMPOSE, 'utf8')
const files = secretFiles(newSecrets())

test('SEC-76 every container gets the secrets that it needs and no other (10.community.secrets)', () => {
  expect(secretsProblems(text)).toEqual([])
})

test('SEC-76 a file holds one secret, and only the containers that share it get it', () => {
  const { VAPID_PRIVATE_KEY = '' } = newSecrets()
  const named = Object.fromEntries(SECRET_NAMES.map((name) => [name, name]))
  const written = Object.entries(secretFiles({ ...named, VAPID_PRIVATE_KEY }))
  for (const name of SECRET_NAMES) {
    const value = name === 'VAPID_PRIVATE_KEY' ? VAPID_PRIVATE_KEY : name
    const holders = written.filter(([, own]) => Object.values(own).some((file) => file.includes(value)))
    expect([name, holders.map(([holder]) => holder).sort()]).toEqual([name, holdersOf(name).sort()])
  }
})

/** Both ends of a password; the readers of the rest. */
function holdersOf(name: string): string[] {
  const [, server = '', user = ''] = /^(MONGO|NATS|REDIS)_(?:(\w+)_)?PASSWORD$/.exec(name) ?? []
  if (server === 'REDIS') return ['redis', ...readersOf('REDIS_URL')]
  if (user === 'ROOT') return ['mongodb']
  return server ? [server === 'MONGO' ? 'mongodb' : 'nats', user.toLowerCase()] : readersOf(name)
}

test('nats.conf and the processes read every file that they get', () => {
  const inConf = [...readFileSync(NATS_CONF, 'utf8').matchAll(/\$(NATS_\w+)/g)].map(([, name]) => name)
  expect(inConf.sort()).toEqual(Object.keys(files.nats ?? {}).sort())
  for (const process of PROCESS_NAMES) {
    for (const name of Object.keys(files[process] ?? {})) expect(readersOf(name)).toContain(process)
  }
})

test('MongoDB gets its root password last, because it creates its users as soon as it has that', () => {
  expect(Object.keys(files.mongodb ?? {}).at(-1)).toBe('MONGO_ROOT_PASSWORD')
})

test('without .env the product is on localhost, and a domain needs two variables', () => {
  const local = readCompose(text, {}).services
  expect(local.gateway?.environment).toMatchObject({ PUBLIC_ORIGINS: 'http://localhost:8080', TRUST_PROXY: '' })
  const public_ = readCompose(text, { COMPOSE_PROFILES: 'tls', ZING_DOMAIN: 'zing.example.org' }).services
  expect(public_.gateway?.environment).toMatchObject({ PUBLIC_ORIGINS: 'https://zing.example.org', TRUST_PROXY: '1' })
  expect(public_.auth?.environment.PUBLIC_ORIGINS).toBe('https://zing.example.org')
})

test('the code of the container secrets imports only Node and what its image copies', () => {
  const folder = path.join(DOCKER, 'src/secrets')
  const seen = new Set<string>()
  const visit = (file: string): string[] => {
    if (seen.has(file)) return []
    seen.add(file)
    const imported = [...readFileSync(file, 'utf8').matchAll(/from '([^']+)'/g)].map(([, name = '']) => name)
    return imported.flatMap((name) => {
      if (name.startsWith('node:')) return []
      const [, workspace, module] = /^@zing\/(kit|proto)\/(.*)/.exec(name) ?? []
      if (workspace)
        return visit(
          path.join(DOCKER, '../..', workspace === 'kit' ? 'packages/kit' : workspace, 'src', `${module}.ts`),
        )
      return name.startsWith('.') ? visit(path.join(path.dirname(file), name)) : [name]
    })
  }
  expect(visit(path.join(folder, 'main.ts'))).toEqual([])
})

// A pattern with several matches changes the first one.
test.each<[string, RegExp | string, string]>([
  ['secrets: has a network', 'network_mode: none', 'networks: [outside]'],
  ['secrets: does not take every secret from .env', / {6}REDIS_PASSWORD: .*\n/, ''],
  ['secrets: does not write to a volume for each container', / {6}- secrets-nats:\/secrets\/nats\n/, ''],
  ['chat: mounts secrets-admin:/secrets:ro', 'secrets-chat:/secrets:ro', 'secrets-admin:/secrets:ro'],
  ['chat: mounts secrets-chat:/secrets', 'secrets-chat:/secrets:ro', 'secrets-chat:/secrets'],
  ['redis: mounts no secrets', ", 'secrets-redis:/secrets:ro'", ''],
  ['caddy: mounts secrets:/kept:ro', '- caddy:/data', '- caddy:/data\n      - secrets:/kept:ro'],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the variable syntax of Compose
  ['admin: has a secret as a variable, which other commands show', /ADMIN_PIN_FILE: .*/, 'ADMIN_PIN: ${ADMIN_PIN:-}'],
  ['nats: does not wait for secrets', / {4}depends_on: \*its-secrets\n/, ''],
  [
    'gateway: reads NATS_URL, INTERNAL_TOKEN_SECRET, REDIS_URL, VAPID_PUBLIC_KEY of INTERNAL_TOKEN_SECRET, SESSION_SECRET, VAPID_PUBLIC_KEY, NATS_URL, REDIS_URL',
    / {6}SESSION_SECRET_FILE: .*\n/,
    '',
  ],
])('the policy of secrets reports: %s', (problem, good, bad) => {
  const broken = text.replace(good, bad)
  expect(broken).not.toBe(text)
  expect(secretsProblems(broken)).toContain(problem)
})
