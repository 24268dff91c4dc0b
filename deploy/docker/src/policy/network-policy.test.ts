import { expect, test } from 'vitest'
import { allowedConnections } from './network-policy.ts'

const pod = (app: string) => ({
  kind: 'Deployment',
  metadata: { name: app },
  spec: { selector: { matchLabels: { app } }, template: { metadata: { labels: { app } }, spec: { containers: [] } } },
})
const policy = (app: string, rules: object) => ({
  kind: 'NetworkPolicy',
  metadata: { name: app },
  spec: { podSelector: { matchLabels: { app } }, policyTypes: ['Ingress', 'Egress'], ...rules },
})
const to = (app: string, ports?: { port: number }[]) => ({ to: [{ podSelector: { matchLabels: { app } } }], ports })
const from = (app: string, ports?: { port: number }[]) => ({ from: [{ podSelector: { matchLabels: { app } } }], ports })
const connectionsOf = (egress: object[], ingress: object[]) =>
  allowedConnections([pod('a'), pod('b'), policy('a', { egress }), policy('b', { ingress })])

test('both sides must allow a connection between pods', () => {
  const ports = [{ port: 80 }]
  expect(connectionsOf([to('b', ports)], [from('a', ports)])).toEqual([{ from: 'a', to: 'b', port: 80 }])
  expect(connectionsOf([to('b', ports)], [])).toEqual([])
  expect(connectionsOf([to('b', ports)], [from('a', [{ port: 81 }])])).toEqual([])
})

test('a rule without ports is for all, limited by the other side', () => {
  expect(connectionsOf([to('b')], [from('a', [{ port: 80 }])])).toEqual([{ from: 'a', to: 'b', port: 80 }])
  expect(connectionsOf([to('b')], [from('a')])).toEqual([{ from: 'a', to: 'b', port: 0 }])
})

test('a pod of another namespace is named by its namespace', () => {
  const peer = { namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'x' } }, podSelector: {} }
  expect(connectionsOf([to('b')], [{ from: [peer] }])).toEqual([{ from: 'namespace x', to: 'b', port: 0 }])
})

test('a block of addresses is public only if it excludes private networks', () => {
  const PRIVATE = ['10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.168.0.0/16']
  const toBlock = (ipBlock: object) => connectionsOf([{ to: [{ ipBlock }], ports: [{ port: 443 }] }], [])
  const anywhere = [{ from: 'a', to: 'anywhere', port: 443 }]
  const publicAddresses = [{ from: 'a', to: 'public addresses', port: 443 }]
  expect(toBlock({ cidr: '0.0.0.0/0', except: PRIVATE })).toEqual(publicAddresses)
  expect(toBlock({ cidr: '2000::/3' })).toEqual(publicAddresses)
  expect(toBlock({ cidr: '0.0.0.0/0', except: PRIVATE.slice(1) })).toEqual(anywhere)
  expect(toBlock({ cidr: '0.0.0.0/0' })).toEqual(anywhere)
  expect(toBlock({ cidr: '::/0' })).toEqual(anywhere)
})
