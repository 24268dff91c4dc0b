import { defineConfig } from 'vitest/config'

const everywhere = ['**/node_modules/**', '**/dist/**', '**/.data/**']

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{proto,gateway,services,packages,tests,deploy}/**/*.test.ts', 'web/{src,scripts}/**/*.test.ts'],
          exclude: [...everywhere, '**/*.component.test.ts'],
          environment: 'node',
        },
      },
      {
        test: {
          name: 'component',
          include: ['{gateway,services,packages,tests,deploy}/**/*.component.test.ts'],
          exclude: everywhere,
          environment: 'node',
          globalSetup: ['tests/runner/src/global-setup.ts'],
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
      './web/vitest.config.ts',
    ],
  },
})
