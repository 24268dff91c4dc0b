import { expect, test } from 'vitest'
import { releaseOf } from './debian-mirror.ts'

const TARGETS = `http://mirror.test/security/ bookworm-security main
http://mirror.test/extra/ bookworm contrib
http://mirror.test/debian/ bookworm main
http://mirror.test/debian/ bookworm-updates main
`

test('it returns the mirror of the release itself, not of its updates or other components', () => {
  expect(releaseOf(TARGETS, 'NAME="Debian"\nVERSION_CODENAME=bookworm\n')).toEqual({
    mirror: 'http://mirror.test/debian/',
    codename: 'bookworm',
  })
})

test('when apt has no mirror of the release, it throws', () => {
  expect(() => releaseOf(TARGETS, 'VERSION_CODENAME=trixie\n')).toThrow('apt names no mirror')
})
