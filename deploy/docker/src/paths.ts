import path from 'node:path'

export const ROOT = path.resolve(import.meta.dirname, '../../..')
export const DOCKER = path.join(ROOT, 'deploy', 'docker')
export const NATS_CONF = path.join(DOCKER, 'nats.conf')
export const DOCKERFILE = path.join(DOCKER, 'service.Dockerfile')
export const COMPOSE = path.join(ROOT, 'docker-compose.yml')
export const K8S = path.join(ROOT, 'deploy', 'k8s')
/** Takes the port of the gateway away. */
export const BEHIND_PROXY = path.join(DOCKER, 'behind-proxy.yml')
/** The schemas of the Kubernetes API for the kinds in K8S, written by write-manifest-schema.ts. */
export const MANIFEST_SCHEMA = path.join(K8S, 'schema.json')
