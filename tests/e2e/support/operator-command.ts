import { type ChildProcess, execFile } from 'node:child_process'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '../../..')

/** Runs an operator's command of admin, such as `npm run erased`, for the product of a data folder. */
export function operatorCommand(dataDir: string, script: 'audit-verify' | 'erased' | 'role', ...args: string[]) {
  const file = `services/admin/src/${script}.ts`
  const env = { ...process.env, DATA_DIR: dataDir, MONGO_URL: '', NATS_URL: '' }
  return new Promise<{ code: unknown; output: string }>((resolve) => {
    const options = { cwd: root, env, timeout: 60_000 }
    const command = ['packages/dev-env/bootstrap.mjs', file, ...args]
    const child = execFile(process.execPath, command, options, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, output: `${stdout}${stderr}` }),
    )
    child.once('exit', () => setTimeout(endOutput, 1_000, child)) // a process left behind may keep the pipes open
  })
}

function endOutput({ stdout, stderr }: ChildProcess): void {
  stdout?.destroy()
  stderr?.destroy()
}
