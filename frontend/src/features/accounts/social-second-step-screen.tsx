import { safeReturnPath } from '@thirty/contracts/rules/return-path.ts'
import { useState } from 'react'
import { useNavigate } from '../../shared/navigation/router.ts'
import { paths } from '../../shared/navigation/paths.ts'
import { useLoadState } from '../../shared/http/use-load-state.ts'
import { useSession } from '../../shared/session/session.ts'
import { PageLoader } from '../../shared/ui/feedback/page-loader.tsx'
import { ErrorState } from '../../shared/ui/feedback/states.tsx'
import { fetchSecondFactors } from './api.ts'
import { AuthLayout } from './auth-layout.tsx'
import { SecondStep } from './second-step.tsx'
import { t } from './messages/t.ts'

/** The second step after a social sign-in of an account with a second factor. */
export const SocialSecondStepScreen = () => {
  const navigate = useNavigate()
  const signIn = useSession((store) => store.signIn)
  const [{ token, redirect }] = useState(takeFromUrl)
  const load = useLoadState({
    queryKey: ['second-factors', token],
    queryFn: (signal) => fetchSecondFactors(token, signal),
    fallback: t('logInFailed'),
  })
  const startAgain = () => void navigate(paths.logIn, { replace: true })
  if (load.state === 'loading') return <PageLoader text={t('completingSignIn')} />
  if (load.state === 'failed')
    return (
      <AuthLayout>
        <ErrorState title={load.message} onRetry={startAgain} />
      </AuthLayout>
    )
  return (
    <SecondStep
      token={token}
      kinds={load.value}
      onStartAgain={startAgain}
      onSignedIn={(response) => {
        signIn('user', response)
        void navigate(redirect, { replace: true })
      }}
    />
  )
}

/** Returns the parameters and removes them from the URL, so that neither the address bar nor the history keeps the token. */
function takeFromUrl(): { token: string; redirect: string } {
  const query = new URLSearchParams(window.location.search)
  window.history.replaceState(window.history.state, '', paths.socialSecondStep)
  return { token: query.get('token') ?? '', redirect: safeReturnPath(query.get('redirect')) }
}
