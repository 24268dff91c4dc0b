import { useNavigate } from 'react-router-dom'
import { closeLayer, closeLayers } from './layers.ts'

/**
 * Returns a function that closes all layers, or calls `close`, and then goes to a path. It does not navigate to the current
 * path.
 */
export function useLeaveLayers(): (path: string, close?: () => void) => Promise<void> {
  const navigate = useNavigate()
  return async (path, close) => {
    await (close ? closeLayer(close) : closeLayers())
    if (window.location.pathname !== path) await navigate(path)
  }
}
