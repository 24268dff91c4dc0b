import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { BEHIND_PROXY } from '@zing/docker/paths'
import { stringify } from 'yaml'
import { saveEnvFile } from './env-file.ts'
import { createProduct, type Product } from './product.ts'
import { PROFILES } from './services.ts'

const HTTP_PORT = 80

/**
 * The same containers and volumes behind Caddy of the profile tls, which has the published port. Without TLS, since the
 * test's Node does not trust Caddy's authority.
 */
export async function behindCaddy(product: Product, folder: string): Promise<Product> {
  const { ZING_PORT, ...values } = product.env.values
  const env = {
    file: path.join(folder, 'env-caddy'),
    values: { ...values, ZING_DOMAIN: `:${HTTP_PORT}`, TRUST_PROXY: '1', COMPOSE_PROFILES: `tls,${PROFILES}` },
  }
  await saveEnvFile(env)
  const file = path.join(folder, 'behind-caddy.yml')
  const ports = stringify({ services: { caddy: { ports: [`127.0.0.1:${ZING_PORT}:${HTTP_PORT}`] } } })
  await writeFile(file, ports.replace('ports:', 'ports: !override'))
  return createProduct({ ...product, env, files: [...product.files, BEHIND_PROXY, file] })
}
