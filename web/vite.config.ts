import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { precompress } from './scripts/precompress.ts'
import { serviceWorker } from './vite-service-worker.ts'

const gateway = process.env.GATEWAY_URL ?? 'http://127.0.0.1:8080'

// Few files instead of many: each costs a request, and small ones compress badly. A group takes along all that its modules
// import and that no group of a higher priority has.
const GROUPS = [
  {
    // and the little that both of the parts below use: none of them needs the other
    name: 'first',
    test: /\/web\/src\/(main|features\/landing\/landing-screen|queries\/user-context)\.tsx?$|\/icons\/(arrow-left|circle-exclamation-point)\./,
    priority: 4,
  },
  { name: 'dialogs', test: /\/web\/src\/ui\/(modal|toaster)\.tsx$/, priority: 3 },
  {
    name: 'everyday',
    test: /\/web\/src\/(app\/signed-in|features\/(feed|messages|chat|profile)\/[a-z]+-screen)\.tsx$/,
    priority: 2,
  },
  {
    name: 'account',
    test: /\/web\/src\/features\/(auth\/auth|profile\/edit-profile|camera\/camera)-screen\.tsx$/,
    priority: 1,
  },
]

export default defineConfig({
  plugins: [react(), tailwindcss(), serviceWorker(), precompress()],
  build: {
    target: 'es2022',
    sourcemap: false,
    manifest: true, // for scripts/check-size.ts
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups: GROUPS } } },
  },
  server: {
    proxy: {
      '/api': gateway,
      '/config.json': gateway,
      '/ws': { target: gateway.replace(/^http/, 'ws'), ws: true },
    },
  },
})
