import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { serviceWorker } from './vite-service-worker.ts'

const gateway = process.env.GATEWAY_URL ?? 'http://127.0.0.1:8080'

export default defineConfig({
  plugins: [react(), tailwindcss(), serviceWorker()],
  build: { target: 'es2022', sourcemap: false, modulePreload: { polyfill: false } },
  server: {
    proxy: {
      '/api': gateway,
      '/config.json': gateway,
      '/ws': { target: gateway, ws: true },
    },
  },
})
