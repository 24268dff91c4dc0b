// Writes deploy/k8s/schema.json from the Kubernetes API schemas in the PyPI package kubernetes-validate (Apache-2.0), unpacked.
//   pip download --no-deps kubernetes-validate==1.37.0 && unzip kubernetes_validate-1.37.0-*.whl -d FOLDER
//   node deploy/docker/src/write-manifest-schema.ts FOLDER
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { MANIFEST_SCHEMA } from './paths.ts'
import { reduceSchema, type Schema } from './policy/reduce-schema.ts'

const VERSION = '1.37.0'
/** The kinds of our manifests, and the file of each. */
const FILES = {
  ConfigMap: 'configmap-v1',
  Deployment: 'deployment-apps-v1',
  HorizontalPodAutoscaler: 'horizontalpodautoscaler-autoscaling-v2',
  Ingress: 'ingress-networking-v1',
  Namespace: 'namespace-v1',
  NetworkPolicy: 'networkpolicy-networking-v1',
  PodDisruptionBudget: 'poddisruptionbudget-policy-v1',
  Secret: 'secret-v1',
  Service: 'service-v1',
  StatefulSet: 'statefulset-apps-v1',
}

const [unpacked] = process.argv.slice(2)
if (!unpacked) throw new Error('Usage: write-manifest-schema.ts FOLDER')
const folder = path.join(unpacked, 'kubernetes_validate/kubernetes-json-schema', `v${VERSION}-local-strict`)
const read = async (name: string): Promise<Schema> =>
  JSON.parse(await readFile(path.join(folder, `${name}.json`), 'utf8'))

const kinds = Object.fromEntries(
  await Promise.all(Object.entries(FILES).map(async ([kind, file]) => [kind, await read(file)] as const)),
)
const { $defs } = await read('_definitions')
const $comment = `Kubernetes ${VERSION}, Apache-2.0, reduced from kubernetes-validate by deploy/docker/src/write-manifest-schema.ts`
const reduced = { $comment, ...reduceSchema(kinds, $defs as Record<string, Schema>) } // as in every such file
await writeFile(MANIFEST_SCHEMA, `${JSON.stringify(reduced)}\n`)
