import { expect, test } from 'vitest'
import { type Environment, findK6 } from './find-k6.ts'

/** Everything is there. */
const around: Environment = {
  k6Path: '/opt/k6',
  home: '/home/ann',
  which: (program) => `/usr/bin/${program}`,
  isFile: () => true,
}
const withoutPath = { ...around, k6Path: undefined }
const onlyDocker: Environment = {
  ...withoutPath,
  which: (program) => (program === 'docker' ? '/usr/bin/docker' : null),
  isFile: () => false,
}

test('k6 is looked for in its order: K6_PATH, PATH, Go, its image', () => {
  expect(findK6(around).command).toBe('/opt/k6')
  expect(findK6(withoutPath).command).toBe('/usr/bin/k6')
  expect(findK6({ ...onlyDocker, isFile: (file) => file === '/home/ann/go/bin/k6' }).command).toBe(
    '/home/ann/go/bin/k6',
  )
  expect(findK6(onlyDocker).command).toBe('/usr/bin/docker')
})

test('the image sees our folder under its own name, and our loopback', () => {
  const args = findK6(onlyDocker).args('/tmp/load').join(' ')
  expect(args).toMatch(/^run --rm --network host --user \d+:\d+ --volume \/tmp\/load:\/tmp\/load grafana\/k6$/)
})

test('a wrong K6_PATH is said, and not passed over', () => {
  expect(() => findK6({ ...around, isFile: () => false })).toThrow('K6_PATH is /opt/k6, and there is no such file.')
})

test('without any, one sentence says how to get it', () => {
  expect(() => findK6({ ...onlyDocker, which: () => null })).toThrow(/^k6 is missing: .*go install go.k6.io\/k6@latest/)
})
