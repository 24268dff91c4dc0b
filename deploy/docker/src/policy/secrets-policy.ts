import { PROCESS_NAMES } from '@zing/proto/processes'
import { parse } from 'yaml'
import { secretFiles } from '../secrets/secret-files.ts'
import { newSecrets, SECRET_NAMES } from '../secrets/secret-values.ts'
import { Compose } from './compose-policy.ts'

const WRITER = 'secrets'
const IN_TEXT = new RegExp(String.raw`\$\{(?:${SECRET_NAMES.join('|')})\b`)

/** Returns where a container of the compose file can see a secret that it does not need, or misses one. */
export function secretsProblems(text: string): string[] {
  const { services } = Compose.parse(parse(text, { merge: true }))
  const written = secretFiles(newSecrets())
  const problems: string[] = []
  for (const [name, service] of Object.entries(services)) {
    const check = (isMet: boolean, problem: string) => void (isMet || problems.push(`${name}: ${problem}`))
    const secretVolumes = service.volumes.filter((volume) => volume.startsWith(WRITER)).toSorted()
    if (name === WRITER) {
      const volumes = [
        'secrets:/secrets/kept',
        ...Object.keys(written).map((reader) => `secrets-${reader}:/secrets/${reader}`),
      ]
      check(service.network_mode === 'none', 'has a network')
      check(
        Object.keys(service.environment).toSorted().join() === SECRET_NAMES.toSorted().join(),
        'does not take every secret from .env',
      )
      check(secretVolumes.join() === volumes.toSorted().join(), 'does not write to a volume for each container')
      continue
    }
    const files = Object.keys(written[name] ?? {})
    const volumes = files.length > 0 ? [`secrets-${name}:/secrets:ro`] : []
    check(!IN_TEXT.test(JSON.stringify(service)), 'has a secret as a variable, which other commands show')
    check(secretVolumes.join() === volumes.join(), `mounts ${secretVolumes.join(', ') || 'no secrets'}`)
    check(files.length === 0 || WRITER in service.depends_on, `does not wait for ${WRITER}`)
    if (!PROCESS_NAMES.some((process) => process === name)) continue
    const read = Object.values(service.environment).flatMap((value) => /^\/secrets\/(.*)/.exec(value)?.[1] ?? [])
    check(read.toSorted().join() === files.toSorted().join(), `reads ${read.join(', ')} of ${files.join(', ')}`)
  }
  return problems
}
