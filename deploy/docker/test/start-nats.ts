import { spawn } from 'node:child_process'
import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { PROCESS_NAMES, type ProcessName } from '@zing/proto/processes'
import { createSettingsStream } from '@zing/testing/create-settings-stream'
import { WAIT } from '@zing/testing/wait'
import { vi } from 'vitest'
import { natsConf } from '../src/nats-conf.ts'

/** Options that nats-server 2.9 of Debian does not support, and the fixed port of the health check. */
const UNSUPPORTED = /^ *(sync_interval|http): .*\n/gm

/** Starts nats-server with the generated permissions; it ends with the test process, even on SIGKILL. */
export async function startNatsWithPermissions() {
  const folder = await mkdtemp(path.join(tmpdir(), 'zing-nats-'))
  const conf = natsConf()
    .replace(UNSUPPORTED, '')
    .replace('store_dir: /data', `store_dir: "${folder}"`)
    .replace('$NATS_ADMIN_PASSWORD', `"${SPECIAL_PASSWORD}"`)
  await writeFile(path.join(folder, 'nats.conf'), conf)

  const serve =
    'nats-server -c "$0/nats.conf" -a 127.0.0.1 -p -1 --ports_file_dir "$0" & cat >/dev/null; kill -9 $!; rm -rf "$0"'
  const shell = spawn('sh', ['-c', serve, folder], {
    stdio: ['pipe', 'ignore', 'pipe'],
    env: { ...process.env, PATH: `${process.env.PATH}:/usr/sbin`, ...passwords },
  })
  const log: string[] = []
  shell.stderr.setEncoding('utf8').on('data', (text: string) => {
    log.push(text)
    if (text.includes('panic:')) process.stderr.write(text) // without the server, tests only hang
  })

  const url = await vi.waitFor(() => urlIn(folder), WAIT)
  const urlOf = (user: ProcessName) => url.replace('nats://', `nats://${user}:${encodeURIComponent(passwordOf(user))}@`)
  await createSettingsStream(urlOf('admin'))
  return {
    url: urlOf,
    /** The permission violations that the server has logged. */
    violations: () =>
      log
        .join('')
        .split('\n')
        .filter((line) => /violation/i.test(line)),
  }
}

/** A password with characters that are special in a URL. */
const SPECIAL_PASSWORD = '1234@:/x'

function passwordOf(user: ProcessName): string {
  return user === 'admin' ? SPECIAL_PASSWORD : `k-${user}`
}

const passwords = Object.fromEntries(
  PROCESS_NAMES.map((user) => [`NATS_${user.toUpperCase()}_PASSWORD`, passwordOf(user)]),
)

async function urlIn(folder: string): Promise<string> {
  const file = (await readdir(folder)).find((name) => name.endsWith('.ports')) ?? ''
  const { nats } = JSON.parse(await readFile(path.join(folder, file), 'utf8'))
  return String(nats[0])
}
