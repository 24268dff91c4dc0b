import path from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { precompress } from './scripts/precompress.ts'
import { stripContracts } from './scripts/strip-contracts.ts'
import { stripRouter } from './scripts/strip-router.ts'
import { serviceWorker } from './vite-service-worker.ts'

const gateway = process.env.GATEWAY_URL ?? 'http://127.0.0.1:8080'
/** Replaces the dev server's own Origin, which the gateway rejects as cross-site (SEC-60, SEC-61). */
const headers = { origin: new URL(gateway).origin }

/** Few chunks, because each costs a request; a group includes imports that no group of a higher priority has. */
const GROUPS = [
  {
    name: 'first',
    test: /\/web\/src\/(main|features\/landing\/landing-screen|queries\/user-context)\.tsx?$|\/icons\/(arrow-left|circle-exclamation-point)\./,
    priority: 4,
  },
  {
    name: 'everyday',
    test: /\/web\/src\/(app\/signed-in|ui\/(modal|toaster)|features\/(feed|messages|chat|profile|person)\/[a-z]+-screen|features\/(notifications\/notification-panel|feedback\/feedback-modal))\.tsx$/,
    priority: 2,
  },
  {
    name: 'account',
    test: /\/web\/src\/features\/((auth\/auth|profile\/edit-profile|camera\/camera|account\/(account|notifications)|discovery\/discovery)-screen|account\/(recovery|push)-offer|report\/report-dialog)\.tsx$|\/@simplewebauthn\/browser\//,
    priority: 1,
  },
  {
    name: 'staff',
    test: /\/web\/src\/features\/(moderation\/[a-z]+-screen|profile\/admin\/admin-panel)\.tsx$/,
    priority: 0,
  },
]

const MODULES = path.join(import.meta.dirname, '..', 'node_modules')
/** Builds that the packages contain but do not export: without warnings for developers, and for the browsers of `target`. */
const SMALLER_BUILDS = [
  { find: /^react-router$/, replacement: path.join(MODULES, 'react-router/dist/production/index.mjs') },
  { find: /^react-router\/dom$/, replacement: path.join(MODULES, 'react-router/dist/production/dom-export.mjs') },
  {
    find: /^@hookform\/resolvers\/standard-schema$/,
    replacement: path.join(MODULES, '@hookform/resolvers/standard-schema/dist/standard-schema.modern.mjs'),
  },
  {
    find: /^\.\.\/helpers\/identify(Authentication|Registration)Error\.js$/,
    replacement: path.join(import.meta.dirname, 'src/lib/browser-error.ts'),
  },
]

export default defineConfig(({ command }) => ({
  resolve: { alias: command === 'build' ? SMALLER_BUILDS : [] },
  plugins: [stripContracts(), stripRouter(), react(), tailwindcss(), serviceWorker(), precompress()],
  build: {
    target: 'es2022',
    sourcemap: false,
    manifest: true, // for scripts/check-size.ts
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: { codeSplitting: { groups: GROUPS } },
      // what reads a property or a global, and does not use it, is dropped: no getter of ours or of the packages has effects
      treeshake: { propertyReadSideEffects: false, unknownGlobalSideEffects: false },
    },
  },
  server: {
    proxy: {
      '/api': { target: gateway, changeOrigin: true, headers },
      '/config.json': gateway,
      '/ws': { target: gateway.replace(/^http/, 'ws'), ws: true, headers },
    },
  },
}))
