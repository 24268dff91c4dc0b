import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { TIMEOUTS } from '../tests/runner/src/timeouts.ts'
import { texts } from './vite-texts.ts'

export default defineConfig({
  plugins: [texts(), react()],
  test: {
    ...TIMEOUTS,
    name: 'web',
    isolate: false, // jsdom and the client are loaded once per worker, not once per file
    environment: 'jsdom',
    include: ['src/**/*.test.tsx'],
    setupFiles: ['src/test/english.ts', 'src/test/set-up.ts'],
  },
})
