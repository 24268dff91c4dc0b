import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { promisify } from 'node:util'
import { ROOT } from '@zing/dev-env/root'
import { startNats } from '@zing/testing/servers'
import { connect } from 'nats'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { natsServersOf } from '../../src/nats/servers.ts'

const SCRIPT = path.join(ROOT, 'deploy', 'hosts', 'make-certificate.sh')
const trusted = getCACertificates('default')
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'zing-tls-'))
})
afterAll(async () => {
  setDefaultCACertificates(trusted)
  await rm(folder, { recursive: true })
})

/** Starts a server with the certificate that three hosts share, and trusts it. Returns its address. */
async function startWithCertificate(HOST_1: string): Promise<string> {
  const hosts = { HOST_1, HOST_2: '10.0.0.12', HOST_3: '10.0.0.13' }
  await promisify(execFile)(SCRIPT, { env: { ...process.env, ...hosts, CONFIG: folder } })
  const [certificate, key] = ['nats.pem', 'nats.key'].map((file) => path.join(folder, file))
  setDefaultCACertificates([...trusted, await readFile(String(certificate), 'utf8')])
  const { url } = await startNats(`--tls --tlscert ${certificate} --tlskey ${key}`)
  return url.replace('nats:', 'tls:')
}

test('a process connects by TLS to a server whose certificate names its IP address', async () => {
  const url = await startWithCertificate('127.0.0.1')
  const connection = await connect(natsServersOf(url))
  onTestFinished(() => connection.close())
  expect(connection.info?.tls_required).toBe(true)
})

test('when a certificate names none of the servers, a process does not connect', async () => {
  const url = await startWithCertificate('10.0.0.11')
  await expect(connect(natsServersOf(url))).rejects.toThrow(/IP: 127.0.0.1 is not in the cert/)
})
