import { expect, test } from 'vitest'
import { podmanManifests } from './podman-manifest.ts'

const httpGet = (path: string) => ({ httpGet: { path, port: 'http' } })
const deployment = (app: string) => ({
  kind: 'Deployment',
  metadata: { name: `run-${app}` },
  spec: {
    replicas: 2,
    template: {
      metadata: { labels: { app } },
      spec: {
        securityContext: { runAsNonRoot: true },
        containers: [
          {
            name: 'process',
            ports: [
              { name: 'metrics', containerPort: 9464 },
              { name: 'http', containerPort: 8080 },
            ],
            envFrom: [{ configMapRef: { name: 'run-map' } }, { secretRef: { name: 'run-secret' } }],
            readinessProbe: httpGet('/readyz'),
            livenessProbe: httpGet('/livez'),
            volumeMounts: [{ name: 'tmp', mountPath: '/tmp' }],
          },
        ],
        volumes: [{ name: 'tmp', emptyDir: { medium: 'Memory' } }],
      },
    },
  },
})
const map = { kind: 'ConfigMap', metadata: { name: 'run-map' }, data: {} }
const secret = { kind: 'Secret', metadata: { name: 'run-secret' }, stringData: { ADMIN_PIN: '0815' } }
const policy = { kind: 'NetworkPolicy', metadata: { name: 'run-deny-all' } }

test('a Deployment keeps all but probes, unpublished ports and the shared name of its volume', () => {
  const [chat] = podmanManifests([map, secret, policy, deployment('chat')], 1234)
  const expected = structuredClone(deployment('chat'))
  const { containers, ...pod } = expected.spec.template.spec
  const { readinessProbe: _, livenessProbe: __, ...container } = containers[0] ?? {}
  const changed = { ...container, ports: [], volumeMounts: [{ name: 'run-chat-tmp', mountPath: '/tmp' }] }
  const volumes = [{ name: 'run-chat-tmp', emptyDir: { medium: 'Memory' } }]
  Object.assign(expected.spec.template, { spec: { ...pod, containers: [changed], volumes } })
  expect(chat?.objects).toEqual([map, expected])
  expect(chat?.secret).toEqual({ name: 'run-secret', values: { ADMIN_PIN: '0815' } })
  expect(chat?.probes).toEqual([
    { path: '/readyz', port: 8080 },
    { path: '/livez', port: 8080 },
  ])
})

test('the gateway is published on this machine', () => {
  const [gateway] = podmanManifests([map, secret, deployment('gateway')], 1234)
  expect(JSON.stringify(gateway?.objects)).toContain(
    '"ports":[{"containerPort":8080,"hostPort":1234,"hostIP":"127.0.0.1"}]',
  )
})

test('a process without a Secret is an error', () => {
  expect(() => podmanManifests([map, deployment('chat')], 1234)).toThrow('chat has no Secret')
})
