import { t } from '@lingui/core/macro'
import { Link } from 'react-router-dom'
import { buttonStyle } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'

/** Renders an h1 with `isWholePage`, for anonymous users, who have no title bar. */
export function NotFoundScreen({ isWholePage = false }: { isWholePage?: boolean }) {
  return (
    <main className="grid flex-1 place-items-center">
      <EmptyState
        title={t`404 Page Not Found`}
        hint={t`Did you forget to add the page to the router?`}
        drawing="lost"
        isPage={isWholePage}
      >
        <Link to="/" className={buttonStyle()}>{t`Go home`}</Link>
      </EmptyState>
    </main>
  )
}
