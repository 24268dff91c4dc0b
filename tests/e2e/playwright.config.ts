import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { defineConfig } from '@playwright/test'
import { freePort } from '@zing/dev-env/processes/free-port'

// Every worker reads this file again, and finds these values in the environment.
process.env.E2E_PORT ??= String(await freePort())
process.env.E2E_ADMIN_PIN ??= '4711'
process.env.E2E_DATA_DIR ??= mkdtempSync(path.join(tmpdir(), 'zing-e2e-'))

/** A running product, such as one in containers; by default the tests start their own. */
const runningUrl = process.env.E2E_URL
const baseURL = runningUrl ?? `http://localhost:${process.env.E2E_PORT}`
const root = path.resolve(import.meta.dirname, '../..')

/** Replaces Playwright's list, and adds features that cost a process or a hidden page for each page of a test. */
const DISABLED_FEATURES = [
  ...['AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'HttpsFirstBalancedModeAutoEnable'],
  ...['HttpsUpgrades', 'MediaRouter', 'OptimizationHints', 'PaintHolding', 'ThirdPartyStoragePartitioning'],
  ...['SpareRendererForSitePerProcess', 'Translate', 'WebUIOmniboxAimPopup', 'WebUIOmniboxPopup'],
]

// These kill a service or delete all data, so they run alone. To run one: --project=alone --no-deps
const ALONE = ['**/admin.spec.ts', '**/recovery.spec.ts']

export default defineConfig({
  outputDir: 'test-results',
  fullyParallel: true,
  workers: 2, // beside the component tests, three kept both cores so busy that calls timed out
  projects: [
    { name: 'together', testDir: 'journeys', testIgnore: ALONE },
    { name: 'alone', testDir: 'journeys', testMatch: ALONE, workers: 1, dependencies: ['together'] },
    { name: 'sweeps', testDir: 'sweeps' },
  ],
  timeout: 300_000, // generous, like every wait, since the cores may be busy elsewhere
  expect: { timeout: 60_000 },
  reporter: [['list']],
  use: {
    baseURL,
    viewport: { width: 390, height: 844 },
    serviceWorkers: 'block', // a worker fetches the whole client for every new user; journeys about it allow it
    trace: 'off', // costs a fifth of the CPU; to debug: npx playwright test --trace=retain-on-failure
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        `--disable-features=${DISABLED_FEATURES.join()}`,
        '--use-fake-device-for-media-stream',
        '--use-fake-ui-for-media-stream',
        '--in-process-gpu', // another process would cost 7 % more
      ],
    },
  },
  ...(!runningUrl && {
    webServer: {
      command: `"${process.execPath}" packages/dev-env/bootstrap.mjs packages/dev-env/src/start.ts`,
      cwd: root,
      url: `${baseURL}/readyz`,
      timeout: 240_000,
      gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
      stdout: 'ignore',
      stderr: 'pipe',
      env: {
        PORT: process.env.E2E_PORT,
        DATA_DIR: process.env.E2E_DATA_DIR,
        DEMO: '0',
        ADMIN_PIN: process.env.E2E_ADMIN_PIN,
        LOG_LEVEL: 'warn',
        MONGO_DOWNLOAD: '0',
        PUSH_ALLOW_LOOPBACK: 'true', // allows the push host of push.spec.ts
        RATE_PROFILE: 'off', // the journeys sign up more people than one address may in an hour
      },
    },
  }),
})
