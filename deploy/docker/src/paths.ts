import path from 'node:path'

export const ROOT = path.resolve(import.meta.dirname, '../../..')
export const DOCKER = path.join(ROOT, 'deploy', 'docker')
export const NATS_CONF = path.join(DOCKER, 'nats.conf')
