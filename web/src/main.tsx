import './lib/no-generated-code.ts'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { registerServiceWorker } from './lib/service-worker.ts'
import { createQueryClient } from './queries/query-client.ts'
import { userQuery } from './queries/user.ts'
import './styles.css'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no root')

const client = createQueryClient()
void client.prefetchQuery(userQuery) // while the screen's script is on its way

createRoot(root).render(
  <StrictMode>
    <App client={client} />
  </StrictMode>,
)

if (import.meta.env.PROD) {
  const entry = new URL(import.meta.url).pathname
  window.addEventListener('load', () => void registerServiceWorker({ entry, reload: () => window.location.reload() }))
}
