import { defineConfig } from 'vitest/config'
import { TIMEOUTS } from './tests/runner/src/timeouts.ts'
import { texts } from './web/vite-texts.ts'

const everywhere = ['**/node_modules/**', '**/dist/**', '**/.data/**']

export default defineConfig({
  test: {
    maxWorkers: 3, // a component test waits about half of its time
    projects: [
      {
        plugins: [texts()],
        test: {
          ...TIMEOUTS,
          name: 'unit',
          isolate: false, // 127 small files: a process for each took ten times as long
          setupFiles: ['tests/runner/src/set-up-unit.ts', 'web/src/test/english.ts'],
          include: ['{proto,gateway,services,packages,tests,deploy}/**/*.test.ts', 'web/{src,scripts}/**/*.test.ts'],
          exclude: [...everywhere, '**/*.component.test.ts', '**/*.tools.test.ts'],
          environment: 'node',
        },
      },
      {
        test: {
          ...TIMEOUTS,
          name: 'component',
          isolate: false, // services end with the file that started them; loading them again took a sixth of the time
          include: ['{gateway,services,packages,tests,deploy}/**/*.component.test.ts'],
          exclude: everywhere,
          environment: 'node',
          setupFiles: ['tests/runner/src/set-up-component.ts', 'services/auth/test/set-up-hashing.ts'],
          globalSetup: ['tests/runner/src/global-setup.ts'],
        },
      },
      {
        test: {
          ...TIMEOUTS,
          name: 'tools',
          testTimeout: 300_000,
          include: ['{services,packages,tests,deploy}/**/*.tools.test.ts'],
          exclude: everywhere,
          environment: 'node',
          globalSetup: ['tests/runner/src/global-setup.ts'],
        },
      },
      './web/vitest.config.ts',
    ],
  },
})
