import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { config } from 'zod'
import { App } from './app/app.tsx'
import { createQueryClient } from './queries/query-client.ts'
import './styles.css'

config({ jitless: true }) // our CSP forbids the code that zod would generate

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no root')

createRoot(root).render(
  <StrictMode>
    <App client={createQueryClient()} />
  </StrictMode>,
)
