import './lib/device/no-generated-code.ts'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { prepareFirstScreen } from './app/first-screen.ts'
import { keepTexts, registerServiceWorker } from './lib/device/service-worker.ts'
import { ignoreSecondTaps } from './lib/input/double-tap.ts'
import { speakFirst } from './lib/language/choice.ts'
import { language } from './lib/language/language.ts'
import { session } from './queries/session/session.ts'
import './styles.css'

ignoreSecondTaps()
void Promise.all([speakFirst(), prepareFirstScreen(session.get(), window.location.pathname)]).then(mount)

function mount(): void {
  const root = document.getElementById('root')
  if (!root) throw new Error('index.html has no root')
  // rendered in slices, so that the page responds to input meanwhile
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <App />
      </StrictMode>,
    ),
  )
}

if (import.meta.env.PROD) {
  const entry = new URL(import.meta.url).pathname
  window.addEventListener('load', () => void registerServiceWorker({ entry, reload: () => window.location.reload() }))
  const keep = () => void keepTexts(language.get())
  window.addEventListener('load', keep)
  language.subscribe(keep)
}
// Vite serves the page without the gateway, which writes the community into it
if (import.meta.env.DEV)
  void import('./queries/refresh-community.ts').then(({ refreshCommunity }) => refreshCommunity()).catch(() => {})
