import { t } from '@lingui/core/macro'
import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import { closeLayers } from '../lib/layers/layers.ts'
import { ScreenSpinner } from './spinner.tsx'

/** Redirects once the history entries of open layers are gone, so that Back leads to none of them. */
export function Redirect({ to }: { to: string }) {
  const navigate = useNavigate()
  useEffect(() => {
    void closeLayers().then(() => navigate(to, { replace: true }))
  }, [navigate, to])
  return <ScreenSpinner label={t`Loading`} isPage />
}
