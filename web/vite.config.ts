import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { serviceWorker } from './vite-service-worker.ts'

const gateway = process.env.GATEWAY_URL ?? 'http://127.0.0.1:8080'

// Screens between which people go back and forth come together: small files cost a request each, and compress badly.
const GROUPS = [
  {
    name: 'everyday',
    test: /\/web\/src\/(realtime|app\/(signed-in|title-bar|bottom-bar)|features\/(feed|match|messages|chat)\/)/,
  },
  { name: 'profile', test: /\/web\/src\/features\/(profile|camera)\// },
  {
    name: 'primitives',
    test: /\/node_modules\/(@radix-ui|aria-hidden|react-remove-scroll|react-style-singleton|use-(callback-ref|sidecar)|get-nonce)/,
  },
]

export default defineConfig({
  plugins: [react(), tailwindcss(), serviceWorker()],
  build: {
    target: 'es2022',
    sourcemap: false,
    manifest: true, // for scripts/check-size.ts
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { includeDependenciesRecursively: false, groups: GROUPS } } },
  },
  server: {
    proxy: {
      '/api': gateway,
      '/config.json': gateway,
      '/ws': { target: gateway.replace(/^http/, 'ws'), ws: true },
    },
  },
})
