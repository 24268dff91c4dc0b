import { globSync } from 'node:fs'
import path from 'node:path'
import { ROOT } from '@zing/dev-env/root'
import { type Counts, countPlaywright, countVitest } from './count-results.ts'

export interface Command {
  /** JavaScript or TypeScript file, which this Node runs. */
  script: string
  args: string[]
  cwd?: string
  env?: Record<string, string>
}

export interface Suite {
  name: string
  commands(report: string): Command[]
  /** Counts the results in the report. If missing, each command counts once, by its exit code. */
  count?(report: unknown): Counts
  needsChromium?: boolean
  /** Runs after all other suites, since it needs the whole machine. */
  isAlone?: boolean
}

const BIOME = 'node_modules/@biomejs/biome/bin/biome'
const TSC = 'node_modules/typescript/bin/tsc'
const VITE = 'node_modules/vite/bin/vite.js'
const VITEST = 'node_modules/vitest/vitest.mjs'
const PLAYWRIGHT = 'node_modules/@playwright/test/cli.js'

/** The suites of `npm test`, the longest first: two run at a time. */
export const PROMISES: Suite[] = [
  vitest('component'),
  playwright('e2e', 'alone'), // and the journeys before it, which run together
  vitest('web', ['--maxWorkers=1']), // its tests do not wait; each further worker would load jsdom and the client again
  { name: 'lint', commands: () => [{ script: BIOME, args: ['check', '--error-on-warnings'] }] },
  {
    name: 'types',
    // several checkers would check the shared types several times, on cores that other suites use
    commands: () =>
      ['.', 'web', 'tests/e2e', 'tests/load/scripts'].map((folder) => ({
        script: TSC,
        args: ['-p', folder, '--singleThreaded'],
      })),
  },
  {
    name: 'coverage',
    commands: () => ['coverage', 'prose'].map((name) => ({ script: `tests/runner/src/${name}.ts`, args: [] })),
  },
  {
    name: 'size',
    commands: (report) => [
      { script: VITE, args: ['build', '--outDir', `${report}.dist`], cwd: 'web', env: { NODE_ENV: 'production' } },
      { script: 'web/scripts/check-size.ts', args: [`${report}.dist`] },
    ],
  },
  vitest('unit'),
]

/** Tries every control, and looks at every screen. */
export const SWEEPS: Suite[] = [playwright('sweeps', 'sweeps')]

/** Suites that test tools. Each `<name>.tools.test.ts` is the suite `tools/<name>` and runs alone. */
export const TOOLS: Suite[] = globSync('{deploy,packages,services,tests}/*/test/*.tools.test.ts', { cwd: ROOT })
  .map((file) => ({ file, name: `tools/${path.basename(file, '.tools.test.ts')}` }))
  .toSorted((a, b) => a.name.localeCompare(b.name))
  .map(({ file, name }) => ({ ...vitest('tools', [file]), name, isAlone: true }))

function playwright(name: string, project: string): Suite {
  return {
    name,
    commands: (report) => [
      {
        script: PLAYWRIGHT,
        args: ['test', `--project=${project}`, '--reporter=list,json'],
        cwd: 'tests/e2e',
        env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report },
      },
    ],
    count: countPlaywright,
    needsChromium: true,
  }
}

function vitest(project: string, more: string[] = []): Suite {
  return {
    name: project,
    commands: (report) => [
      {
        script: VITEST,
        args: [
          ...['run', '--project', project, ...more],
          ...['--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
        ],
      },
    ],
    count: countVitest,
  }
}
