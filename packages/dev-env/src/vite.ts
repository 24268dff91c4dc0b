import { createRequire } from 'node:module'
import path from 'node:path'
import { ROOT } from './root.ts'

export const WEB = path.join(ROOT, 'web')

/** The program of Vite that the client has installed. */
export function viteProgram(): string {
  return path.join(
    path.dirname(createRequire(path.join(WEB, 'package.json')).resolve('vite/package.json')),
    'bin',
    'vite.js',
  )
}
