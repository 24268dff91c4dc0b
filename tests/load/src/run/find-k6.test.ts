import { expect, test } from 'vitest'
import { type Environment, findK6 } from './find-k6.ts'

const allInstalled: Environment = {
  k6Path: '/opt/k6',
  home: '/home/ann',
  which: (program) => `/usr/bin/${program}`,
  isFile: () => true,
}
const withoutPath = { ...allInstalled, k6Path: undefined }
const onlyDocker: Environment = {
  ...withoutPath,
  which: (program) => (program === 'docker' ? '/usr/bin/docker' : null),
  isFile: () => false,
}

test('it finds k6 in K6_PATH, PATH, ~/go/bin and Docker, in this order', () => {
  expect(findK6(allInstalled).command).toBe('/opt/k6')
  expect(findK6(withoutPath).command).toBe('/usr/bin/k6')
  expect(findK6({ ...onlyDocker, isFile: (file) => file === '/home/ann/go/bin/k6' }).command).toBe(
    '/home/ann/go/bin/k6',
  )
  expect(findK6(onlyDocker).command).toBe('/usr/bin/docker')
})

test('the container mounts the folder under its own path and uses the host network', () => {
  const args = findK6(onlyDocker).args('/tmp/load').join(' ')
  expect(args).toMatch(/^run --rm --network host --user \d+:\d+ --volume \/tmp\/load:\/tmp\/load grafana\/k6$/)
})

test('when K6_PATH is wrong, it throws instead of looking elsewhere', () => {
  expect(() => findK6({ ...allInstalled, isFile: () => false })).toThrow('K6_PATH is /opt/k6, which does not exist.')
})

test('without k6 the error says how to install it', () => {
  expect(() => findK6({ ...onlyDocker, which: () => null })).toThrow(/^k6 is missing: .*go install go.k6.io\/k6@latest/)
})
