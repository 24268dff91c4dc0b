import { readFile } from 'node:fs/promises'
import { runCommand } from '../run-command.ts'

export interface Release {
  mirror: string
  codename: string
}

/** Returns the mirror and the release of this machine's apt. Throws without apt, or without a main component. */
export async function debianRelease(): Promise<Release> {
  const format = '$(REPO_URI) $(RELEASE) $(COMPONENT)'
  const [targets, release] = await Promise.all([
    runCommand(['apt-get', 'indextargets', '--format', format, 'Created-By: Packages']),
    readFile('/etc/os-release', 'utf8'),
  ])
  return releaseOf(targets, release)
}

/** Takes the lines of `apt-get indextargets` and the text of /etc/os-release. */
export function releaseOf(targets: string, osRelease: string): Release {
  const codename = /^VERSION_CODENAME="?(\w+)/m.exec(osRelease)?.[1]
  const entries = targets.split('\n').map((line) => line.split(' '))
  const mirror = entries.find(([, suite, component]) => suite === codename && component === 'main')?.[0]
  if (!codename || !mirror) throw new Error('apt names no mirror of this release')
  return { mirror, codename }
}
