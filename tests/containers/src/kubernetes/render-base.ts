import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { K8S } from '@zing/docker/paths'
import { readersOf } from '@zing/docker/policy/files'
import { renderManifests } from '@zing/docker/policy/render-manifests'
import { PROCESS_NAMES } from '@zing/proto/processes'
import { parseAllDocuments, stringify } from 'yaml'
import type { Product } from '../product/product.ts'
import { filledSecrets } from './filled-secrets.ts'

/** The autoscaler's minimum, and vision. The gateway has one pod, because one pod owns its port on this machine. */
const REPLICAS = [
  { name: 'chat', count: 2 },
  { name: 'vision', count: 1 },
]

/** Renders the base with an overlay of this run: image names, a prefix, origins, test limits, and Secrets. */
export async function renderBase(kustomize: string[], product: Product, folder: string): Promise<unknown[]> {
  const { project, env, imageOf, url } = product
  const overlay = path.join(folder, 'overlay')
  await mkdir(overlay)
  const example = await readFile(path.join(K8S, 'secrets.example.yaml'), 'utf8')
  await writeFile(path.join(overlay, 'secrets.yaml'), filledSecrets(example, env.values), { mode: 0o600 })
  const limits = ['RATE_PROFILE=normal', 'ALLOW_RATE_PROFILE=normal'] // all tests call from one address
  const kustomization = {
    apiVersion: 'kustomize.config.k8s.io/v1beta1',
    kind: 'Kustomization',
    namePrefix: `${project}-`,
    resources: [path.relative(overlay, path.join(K8S, 'base')), 'secrets.yaml'],
    replicas: REPLICAS,
    images: PROCESS_NAMES.map((name) => {
      const [newName, newTag] = imageOf(name).split(':')
      return { name: `zing/${name}`, newName, newTag }
    }),
    configMapGenerator: readersOf('RATE_PROFILE').map((name) => ({
      name,
      behavior: 'merge',
      literals: [...limits, ...(readersOf('PUBLIC_ORIGINS').includes(name) ? [`PUBLIC_ORIGINS=${url}`] : [])],
    })),
  }
  await writeFile(path.join(overlay, 'kustomization.yaml'), stringify(kustomization))
  return readDocuments(renderManifests(kustomize, overlay))
}

export function readDocuments(rendered: string): unknown[] {
  return parseAllDocuments(rendered).map((document) => document.toJS())
}
