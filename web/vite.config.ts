import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { precompress } from './scripts/precompress.ts'
import { serviceWorker } from './vite-service-worker.ts'
import { textFile, texts } from './vite-texts.ts'
import { withoutLimits } from './vite-without-limits.ts'

const gateway = process.env.GATEWAY_URL ?? 'http://127.0.0.1:8080'
/** Replaces the dev server's own Origin, which the gateway rejects as cross-site (SEC-60, SEC-61). */
const headers = { origin: new URL(gateway).origin }

/** Few chunks, because each costs a request; a group includes imports that no group of a higher priority has. */
const GROUPS = [
  {
    name: 'first',
    test: /\/web\/src\/(main|features\/landing\/landing-screen|queries\/user-context)\.tsx?$|\/icons\/(arrow-left|circle-exclamation-point)\./,
    priority: 5,
  },
  {
    name: 'shared', // by sign-up and the everyday screens
    test: /\/web\/src\/(ui\/(dialogs\/(modal|toaster)|tabs|inputs\/check-box)|lib\/(input|text|view)\/[a-z-]+|queries\/community)\.tsx?$|\/icons\/(chevron-right|eye-off|key-round|map-pin|plus)\./,
    priority: 4,
  },
  {
    name: 'everyday',
    test: /\/web\/src\/(app\/signed-in|features\/(feed|messages|chat)\/[a-z]+-screen)\.tsx$/,
    priority: 3,
  },
  {
    name: 'form',
    test: /\/react-hook-form\/|\/react-webcam\/|\/web\/src\/(ui\/(inputs|place)\/|queries\/places)|\/icons\/image-up\./,
    priority: 2,
  },
  {
    name: 'people',
    test: /\/web\/src\/(features\/(profile\/profile-screen|person\/person-screen|notifications\/notification-panel|messages\/conversation-pane)|app\/layout\/side-panel)\.tsx$/,
    priority: 1,
  },
  {
    name: 'account',
    test: /\/web\/src\/features\/((camera\/camera|account\/account|discovery\/discovery)-screen|account\/notifications\/(notifications-screen|push-offer)|report\/report-dialog)\.tsx$|\/@simplewebauthn\/browser\//,
    priority: 1,
  },
  {
    name: 'sign-up',
    test: /\/web\/src\/features\/auth\/auth-screen\.tsx$/,
    priority: 0,
  },
  {
    name: 'edit',
    test: /\/web\/src\/features\/profile\/edit-profile-screen\.tsx$/,
    priority: 0,
  },
  {
    name: 'admin',
    test: /\/web\/src\/features\/admin\/admin-screens\.tsx$/,
    priority: 0,
  },
  {
    name: 'staff',
    test: /\/web\/src\/features\/(moderation\/moderation-screens|profile\/admin\/admin-panel)\.tsx$/,
    priority: 0,
  },
]

export default defineConfig({
  plugins: [texts(), withoutLimits(), react(), tailwindcss(), serviceWorker(), precompress()],
  build: {
    target: 'es2022',
    sourcemap: false,
    manifest: true, // for scripts/check-size.ts
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: { codeSplitting: { groups: GROUPS }, chunkFileNames: ({ facadeModuleId }) => textFile(facadeModuleId) },
    },
  },
  server: {
    proxy: {
      '/api': { target: gateway, changeOrigin: true, headers },
      '/config.json': gateway,
      '/ws': { target: gateway.replace(/^http/, 'ws'), ws: true, headers },
    },
  },
})
