import { useNavigate } from 'react-router-dom'
import { closeLayer, closeLayers } from './layers.ts'

/**
 * Returns a function that closes all layers, or the one that `close` closes, and then goes to a path; to the current path
 * it does not navigate.
 */
export function useLeaveLayers(): (path: string, close?: () => void) => Promise<void> {
  const navigate = useNavigate()
  return async (path, close) => {
    await (close ? closeLayer(close) : closeLayers())
    if (window.location.pathname !== path) await navigate(path)
  }
}
