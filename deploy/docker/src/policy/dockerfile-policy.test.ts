import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { parseDockerfile } from '../dockerfile.ts'
import { DOCKERFILE, ROOT } from '../paths.ts'
import { dockerfileProblems } from './dockerfile-policy.ts'

const text = readFileSync(DOCKERFILE, 'utf8')
const pinned = readFileSync(path.join(ROOT, '.nvmrc'), 'utf8').trim()
const problemsOf = (dockerfile: string) =>
  dockerfileProblems(parseDockerfile(dockerfile), ['service', 'gateway'], pinned)

test('the Dockerfile is hardened', () => {
  expect(problemsOf(text)).toEqual([])
})

test.each<[string, RegExp | string, string]>([
  ['base image "node:latest" has no exact tag', /^ARG NODE_IMAGE=.*$/m, 'ARG NODE_IMAGE=node:latest'],
  [`the base image is not Node ${pinned}`, /^ARG NODE_IMAGE=.*$/m, 'ARG NODE_IMAGE=node:20.19.0-slim'],
  ['service: runs as root', /USER node\n(HEALTHCHECK)/, '$1'],
  ['gateway: runs as root', /USER node(\nHEALTHCHECK)/, 'USER root$1'],
  ['service: runs as root', /USER node(\nHEALTHCHECK)/, 'USER 0:0$1'],
  ['service: CMD is no exec form, so signals do not arrive', /^CMD .*$/m, 'CMD node src/main.ts'],
  ['gateway: has no health check', /^HEALTHCHECK .*$/m, ''],
  ['COPY takes the whole context', 'COPY proto proto', 'COPY . .'],
  ['an npm install runs scripts', ' --ignore-scripts', ''],
  ['an npm install runs scripts', 'npm ci --omit=dev --ignore-scripts', 'npm install --omit=dev'],
  ['packages for development are installed', ' --omit=dev', ''],
  [
    'service: is not multi-stage, it copies from the context',
    'COPY --from=packages /zing /zing',
    'COPY proto /zing/proto',
  ],
  [
    'service: installs packages in the last stage',
    /USER node(\nHEALTHCHECK)/,
    'RUN npm ci --ignore-scripts\nUSER node$1',
  ],
  ['a secret is built into the image', 'ENV NODE_ENV=production', 'ENV SESSION_SECRET=abc'],
  [
    'the compile cache is not filled by CMD, whose options it depends on',
    'RUN node src/main.ts',
    'RUN node --max-semi-space-size=16 src/main.ts',
  ],
  ['ADD is used', 'COPY web web', 'ADD web web'],
  ['gateway: there is no such stage', 'AS gateway', 'AS front'],
])('the Dockerfile policy reports: %s', (problem, good, bad) => {
  const broken = text.replace(good, bad)
  expect(broken).not.toBe(text)
  expect(problemsOf(broken)).toContain(problem)
})
