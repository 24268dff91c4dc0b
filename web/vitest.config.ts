import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { UNHURRIED } from '../tests/runner/src/unhurried.ts'

export default defineConfig({
  plugins: [react()],
  test: {
    ...UNHURRIED,
    name: 'web',
    isolate: false, // jsdom and the client are loaded once per worker, not once per file
    environment: 'jsdom',
    include: ['src/**/*.test.tsx'],
    setupFiles: ['src/test/set-up.ts'],
  },
})
