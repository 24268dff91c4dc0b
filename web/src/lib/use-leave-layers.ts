import { useNavigate } from 'react-router-dom'
import { closeLayers } from './layers.ts'

/** Returns a function that closes all layers and goes to a path; to the current path it does not navigate. */
export function useLeaveLayers(): (path: string) => Promise<void> {
  const navigate = useNavigate()
  return async (path) => {
    await closeLayers()
    if (window.location.pathname !== path) await navigate(path)
  }
}
