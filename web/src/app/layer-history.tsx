import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { followHistory, syncHistory } from '../lib/layers/layers.ts'

/** Connects the open layers with the browser's Back. */
export function LayerHistory() {
  const { key } = useLocation()
  useEffect(followHistory, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a navigation below an open layer adds an entry that is not the layer's
  useEffect(syncHistory, [key])
  return null
}
