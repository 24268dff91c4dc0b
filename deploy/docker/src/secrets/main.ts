// The container `secrets` of docker-compose.yml runs this in a Node image without packages.
import { keepSecrets } from './keep-secrets.ts'

const FOLDER = '/secrets'

const { secrets, created, replaced } = await keepSecrets(FOLDER, process.env)
if (created.length > 0) console.log(`New secrets: ${created.join(', ')}`)
if (created.includes('ADMIN_PIN')) console.log(`Admin PIN: ${secrets.ADMIN_PIN}`)
if (replaced.length > 0) {
  console.log(`Replaced by variables: ${replaced.join(', ')}. The earlier ones are in /secrets/kept/earlier.env.`)
}
