import { execFile } from 'node:child_process'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '../../..')

/** Runs an operator's command of admin, such as `npm run erased`, for the product of a data folder. */
export function operatorCommand(dataDir: string, script: 'audit-verify' | 'erased' | 'role', ...args: string[]) {
  const file = `services/admin/src/${script}.ts`
  const env = { ...process.env, DATA_DIR: dataDir, MONGO_URL: '', NATS_URL: '' }
  return new Promise<{ code: unknown; output: string }>((resolve) => {
    const options = { cwd: root, env, timeout: 60_000 }
    execFile(process.execPath, ['packages/dev-env/bootstrap.mjs', file, ...args], options, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, output: `${stdout}${stderr}` }),
    )
  })
}
