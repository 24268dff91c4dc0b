import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { CONFIGS } from '@zing/openapi/configs'
import { PROCESS_NAMES } from '@zing/proto/processes'
import { describe, expect, test } from 'vitest'
import { makeSecrets } from '../make-secrets.ts'
import { K8S } from '../paths.ts'
import { environmentProblems } from './environment-policy.ts'
import { createManifestReader, readEnvFile } from './files.ts'
import { manifestProblems } from './manifest-policy.ts'
import { schemaProblems } from './manifest-schema.ts'
import { ConfigMap, Deployment, ofKind, Secret } from './manifests.ts'
import { findKustomize, renderManifests } from './render-manifests.ts'

const readManifests = createManifestReader()
const kustomize = findKustomize()
const render = (folder: string) => (kustomize ? renderManifests(kustomize, path.join(K8S, folder)) : '')
const secrets: Record<string, string> = { ...readEnvFile(makeSecrets(null)), NATS_CLUSTER_PASSWORD: 'x' }
const example = readFileSync(path.join(K8S, 'secrets.example.yaml'), 'utf8').replace(
  /^ {2}([A-Z_]+): .*$/gm,
  (line, name) => (secrets[name] ? `  ${name}: '${secrets[name]}'` : line),
)

/** Fills in the Secrets that an overlay has beside it, as its README does. */
function secretsOf(overlay: string): string {
  const file = path.join(K8S, 'overlays', overlay, 'secrets.example.yaml')
  if (!existsSync(file)) return example
  return readFileSync(file, 'utf8').replace(/\$\{(\w+)\}/g, (_, name) => secrets[name] ?? `there is no ${name}`)
}

describe.skipIf(!kustomize)('the rendered overlays', () => {
  const text = render('overlays/example')
  const threeNodes = render('overlays/three-nodes')

  function problemsOf(rendered: string, secretFile = example): string[] {
    const manifests = readManifests(rendered)
    const refused = schemaProblems(manifests)
    if (refused.length > 0) return refused
    const maps = new Map(ofKind(ConfigMap, manifests).map(({ metadata, data }) => [metadata.name, data]))
    const secretData = new Map(
      ofKind(Secret, readManifests(secretFile)).map(({ metadata, stringData }) => [metadata.name, stringData]),
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
      const schema = CONFIGS[name as keyof typeof CONFIGS]
      return environmentProblems(schema, env).map((problem) => `${name}: ${problem}`)
    })
    return [...manifestProblems(manifests), ...wrong]
  }

  test.each(readdirSync(path.join(K8S, 'overlays')))('%s fits the API of Kubernetes and our rules', (name) => {
    expect(problemsOf(render(`overlays/${name}`), secretsOf(name))).toEqual([])
  })

  test('the example has every process of proto/src/processes.ts', () => {
    expect(
      ofKind(Deployment, readManifests(text))
        .map(({ metadata }) => metadata.name)
        .sort(),
    ).toEqual(PROCESS_NAMES.toSorted())
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
    ['admin: is killed before it has drained', 'terminationGracePeriodSeconds: 75', 'terminationGracePeriodSeconds: 5'],
    ['chat: is killed before it has drained', /DRAIN_SECONDS: "60"/, 'DRAIN_SECONDS: "90"'],
    ['admin: image has no tag', 'zing/admin:0.2.0', 'zing/admin'],
    ['admin: does not select its own pods', /(matchLabels:\n {6}app: )admin(\n {2}strategy)/, '$1administration$2'],
    ['admin: has a folder without a limit', /sizeLimit: .*\n/, '\n'],
    ['admin: is killed while it is only busy', /failureThreshold: 3(\n.*\n.*livez)/, 'failureThreshold: 1$1'],
    ['admin: a probe calls another port than http', /(livez\n *port: )http/, '$1metrics'],
    ['admin: listens on another port than http', '"3004"', '"3009"'],
    ['admin: no Service leads to it', /(kind: Service\n(?:.*\n)+? {4}app: )admin/, '$1chat'],
    ['admin: its Service leads to another port than http', 'targetPort: http', 'targetPort: metrics'],
    ['admin: is one pod', 'replicas: 2', 'replicas: 1'],
    ['admin: has no disruption budget', /(kind: PodDisruptionBudget\n(?:.*\n)+? {6}app: )admin/, '$1chat'],
    ['admin: its disruption budget lets every pod go', 'minAvailable: 1', 'minAvailable: 0'],
    ['admin: its disruption budget lets no node be emptied', 'minAvailable: 1', 'minAvailable: 2'],
    ['admin: its pods may all be on one node', 'kubernetes.io/hostname', 'kubernetes.io/os'],
    [
      'admin: Kubernetes accepts it, but no pod of it',
      'labelSelector: {}',
      'labelSelector: { matchLabels: { app: admin } }',
    ],
    ['admin: a roll-out stops a pod before another is ready', 'maxUnavailable: 0', 'maxUnavailable: 1'],
    ['chat: is not scaled', /(kind: Deployment\n {4}name: )chat/, '$1other'],
    [
      'chat: its autoscaler scales a StatefulSet',
      'kind: Deployment\n    name: chat',
      'kind: StatefulSet\n    name: chat',
    ],
    ['chat: its autoscaler has no room', 'maxReplicas: 8', 'maxReplicas: 2'],
    ['chat: is not scaled by the use of its CPU', 'name: cpu', 'name: memory'],
    ['nothing is denied by default', 'podSelector: {}', 'podSelector: { matchLabels: { app: x } }'],
    ['admin to anywhere on 0 is allowed', /( {2}- )ports:\n {4}- port: 27017\n {4}- port: 4222/, '$1{}'],
    ['admin to anywhere on 9999 is allowed', '- port: 27017', '- port: 27017\n    - port: 9999'],
    ['social to anywhere on 443 is allowed', /- 169\.254\.0\.0\/16\n/, '- 169.254.1.0/24\n'],
    ['gateway to admin on 3004 is denied', /app: gateway(\n {4}ports:\n {4}- port: 3004)/, 'app: chat$1'],
    ['anywhere to admin on 3004 is allowed', / {2}- from:\n.*\n.*\n.*\n( {4}ports:\n {4}- port: 3004)/, '  -\n$1'],
    ['admin to anywhere on 27017 is denied', '- port: 27017', '- port: 1'],
    ['auth to anywhere on 6379 is denied', '- port: 6379', '- port: 1'],
    ['namespace monitoring to chat on 9464 is denied', 'name: monitoring', 'name: other'],
    ['chat to namespace kube-system on 53 is denied', 'name: kube-system', 'name: other'],
    ['admin: is reached from outside', /(kind: Service\n(?:.*\n)+?spec:\n)/, '$1  type: NodePort\n'],
    [/^gateway: .*PUBLIC_ORIGINS is missing/, / {2}PUBLIC_ORIGINS.*\n(.*RATE_PROFILE.*\n.*SOCIAL_URL)/, '$1'],
    [/^chat: .*RATE_PROFILE must be strict/, /RATE_PROFILE: strict(\n.*WS_REQUIRE)/, 'RATE_PROFILE: normal$1'],
    [/^chat: WS_ORIGIN is in no schema/, 'WS_REQUIRE_ORIGIN', 'WS_ORIGIN'],
    ['Deployment admin: /spec has an unknown field replica', 'replicas: 2', 'replica: 2'],
    [
      /^Deployment admin: .*readOnlyRootFilesystem must be boolean/,
      'readOnlyRootFilesystem: true',
      'readOnlyRootFilesystem: "yes"',
    ],
    [/^Deployment admin: .*limits\/memory must match pattern/, 'memory: 256Mi', 'memory: 256MiB'],
    [/^Deployment admin: .* must have required property 'template'/, '  template:', '  x-template:'],
    ['CronJob admin: there is no schema of this kind', 'kind: Service', 'kind: CronJob'],
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

  test.each<[RegExp | string, RegExp | string, string]>([
    ['redis: root is not read-only', 'readOnlyRootFilesystem: true', 'readOnlyRootFilesystem: false'],
    ['redis: has no limits', /limits:\n.*\n.*\n/, 'limits: {}\n'],
    ['redis: has a folder without a limit', 'sizeLimit: 256Mi', 'medium: Memory'],
    ['redis: image has no tag', 'redis:8.10.0-alpine', 'redis'],
    ['redis: is one pod', 'replicas: 3', 'replicas: 1'],
    ['redis: has no disruption budget', /(kind: PodDisruptionBudget\n(?:.*\n)+? {6}app: )redis/, '$1chat'],
    ['redis: its disruption budget lets every pod go', 'maxUnavailable: 1', 'maxUnavailable: 3'],
    ['chat: its disruption budget lets no node be emptied', 'maxUnavailable: 1', 'maxUnavailable: 0'],
    ['redis: its pods may all be on one node', 'kubernetes.io/hostname', 'kubernetes.io/os'],
    ['auth to redis on 26379 is denied', /- port: 26379/, '- port: 1'],
    ['chat to nats on 4222 is denied', '- port: 4222', '- port: 1'],
    ['mongodb to mongodb on 27017 is denied', 'app: mongodb-svc', 'app: other'],
    ['gateway to mongodb on 27017 is allowed', 'app: chat', 'app: gateway'],
  ])('in three-nodes the manifest policy reports: %s', (problem, good, bad) => {
    const broken = threeNodes.replaceAll(good instanceof RegExp ? new RegExp(good.source, 'g') : good, bad)
    expect(broken).not.toBe(threeNodes)
    expect(problemsOf(broken, secretsOf('three-nodes'))).toContainEqual(problem)
  })
})
