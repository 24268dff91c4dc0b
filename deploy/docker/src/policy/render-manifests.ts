import { execFileSync } from 'node:child_process'
import { homedir } from 'node:os'
import path from 'node:path'
import { which } from '@zing/dev-env/servers/which'

/** Returns the command that renders a kustomization: kustomize, or kubectl, which contains it; null without either. */
export function findKustomize(): string[] | null {
  const goBin = path.join(process.env.GOPATH ?? path.join(homedir(), 'go'), 'bin')
  const kustomize = which('kustomize', [process.env.PATH ?? '', goBin].join(path.delimiter))
  if (kustomize) return [kustomize, 'build']
  const kubectl = which('kubectl')
  return kubectl ? [kubectl, 'kustomize'] : null
}

/** Returns the YAML documents of a folder with a kustomization. If kustomize fails, throws with its output. */
export function renderManifests([program = '', ...args]: string[], folder: string): string {
  return execFileSync(program, [...args, folder], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
}
