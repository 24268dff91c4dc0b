import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { which } from '@zing/dev-env/servers/which'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { K8S } from '../paths.ts'
import { environmentProblems } from './environment-policy.ts'
import { createManifestReader, SCHEMAS } from './files.ts'
import { Deployment, manifestProblems, ofKind } from './manifest-policy.ts'

const ConfigMap = z.object({
  kind: z.literal('ConfigMap'),
  metadata: z.object({ name: z.string() }),
  data: z.record(z.string(), z.string()),
})
const Secret = z.object({
  kind: z.literal('Secret'),
  metadata: z.object({ name: z.string() }),
  stringData: z.record(z.string(), z.string()),
})

const readManifests = createManifestReader()
const kubectl = which('kubectl')
const example = readFileSync(path.join(K8S, 'secrets.example.yaml'), 'utf8')
  .replace(/(_SECRET:) .*$/gm, (_line, name) => `${name} ${randomBytes(32).toString('hex')}`)
  .replace(/(ADMIN_PIN:) .*$/m, "$1 '4711'")

describe.skipIf(!kubectl)('the rendered overlay', () => {
  const overlay = path.join(K8S, 'overlays', 'example')
  const text = kubectl ? execFileSync(kubectl, ['kustomize', overlay], { encoding: 'utf8' }) : ''

  function problemsOf(rendered: string, secrets = example): string[] {
    const manifests = readManifests(rendered)
    const maps = new Map(ofKind(ConfigMap, manifests).map(({ metadata, data }) => [metadata.name, data]))
    const secretData = new Map(
      ofKind(Secret, readManifests(secrets)).map(({ metadata, stringData }) => [metadata.name, stringData]),
    )
    const wrong = ofKind(Deployment, manifests).flatMap(({ metadata: { name }, spec }) => {
      const sources = spec.template.spec.containers.flatMap(({ envFrom }) => envFrom)
      const env = Object.assign(
        {},
        ...sources.map(({ configMapRef, secretRef }) => ({
          ...maps.get(configMapRef?.name ?? ''),
          ...secretData.get(secretRef?.name ?? ''),
        })),
      )
      const schema = SCHEMAS[name as keyof typeof SCHEMAS]
      return environmentProblems(schema, env).map((problem) => `${name}: ${problem}`)
    })
    return [...manifestProblems(manifests), ...wrong]
  }

  test('has all five processes, is hardened, and has valid variables for production', () => {
    expect(
      ofKind(Deployment, readManifests(text))
        .map(({ metadata }) => metadata.name)
        .sort(),
    ).toEqual(Object.keys(SCHEMAS).sort())
    expect(problemsOf(text)).toEqual([])
  })

  test.each<[RegExp | string, RegExp | string, string]>([
    ['admin: may run as root', 'runAsNonRoot: true', 'runAsNonRoot: false'],
    ['admin: has no seccomp profile', 'type: RuntimeDefault', 'type: Unconfined'],
    ['admin: may gain privileges', 'allowPrivilegeEscalation: false', 'allowPrivilegeEscalation: true'],
    ['admin: root is not read-only', 'readOnlyRootFilesystem: true', 'readOnlyRootFilesystem: false'],
    ['admin: does not drop all capabilities', '- ALL', '- NET_RAW'],
    ['admin: has a token of the cluster', 'automountServiceAccountToken: false', 'automountServiceAccountToken: true'],
    ['admin: has no limits', /limits:\n.*\n.*\n/, 'limits: {}\n'],
    ['admin: requests nothing', /requests:\n.*\n.*\n/, 'requests: {}\n'],
    ['admin: has no readiness probe', 'path: /readyz', 'path: /livez'],
    ['admin: has no liveness probe', 'path: /livez', 'path: /readyz'],
    ['admin: is killed before it has drained', 'terminationGracePeriodSeconds: 15', 'terminationGracePeriodSeconds: 5'],
    ['admin: image has no tag', 'zing/admin:0.1.0', 'zing/admin'],
    ['admin: is one pod', 'replicas: 2', 'replicas: 1'],
    ['admin: has no disruption budget', /kind: PodDisruptionBudget/, 'kind: Other'],
    ['chat: is not scaled', 'kind: HorizontalPodAutoscaler', 'kind: Other'],
    ['nothing is denied by default', 'podSelector: {}', 'podSelector: { matchLabels: { app: x } }'],
    [/^admin: others may reach it$/, /app: gateway(\n {4}ports:\n {4}- port: 3004)/, 'app: chat$1'],
    ['admin: MongoDB', '- port: 27017', '- port: 1'],
    ['admin: is reached from outside', /(kind: Service\n(?:.*\n)+?spec:\n)/, '$1  type: NodePort\n'],
    [/^gateway: .*PUBLIC_ORIGINS is missing/, / {2}PUBLIC_ORIGINS.*\n(.*RATE_PROFILE.*\n.*SOCIAL_URL)/, '$1'],
    [/^chat: .*RATE_PROFILE must be strict/, /RATE_PROFILE: strict(\n.*WS_REQUIRE)/, 'RATE_PROFILE: normal$1'],
    ['auth: Redis', '- port: 6379', '- port: 1'],
    [/^chat: WS_ORIGIN is in no schema/, 'WS_REQUIRE_ORIGIN', 'WS_ORIGIN'],
  ])('the manifest policy reports: %s', (problem, good, bad) => {
    const broken = text.replace(good, bad)
    expect(broken).not.toBe(text)
    const expected = typeof problem === 'string' ? problem : expect.stringMatching(problem)
    expect(problemsOf(broken)).toContainEqual(expected)
  })

  test('the manifest policy reports a Secret without a required variable', () => {
    const broken = example.replace(/ {2}SESSION_SECRET: .*\n/, '')
    expect(problemsOf(text, broken)).toContainEqual(expect.stringMatching(/^gateway: .*SESSION_SECRET is missing/))
  })
})
