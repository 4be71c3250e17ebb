// The second step after a social sign-in of an account with a second factor.

import type { SecondFactorKind } from '@thirty/contracts/accounts/two-factor-api.ts'
import { safeReturnPath } from '@thirty/contracts/accounts/return-path.ts'
import { useNavigate } from '../../shared/navigation/router.ts'
import { paths } from '../../shared/navigation/paths.ts'
import { useLinkQuery } from '../../shared/navigation/use-link-query.ts'
import { request } from '../../shared/http/http.ts'
import { liveData, useLiveData } from '../../shared/live/live-data.ts'
import { useSession } from '../../shared/session/session.ts'
import { PageLoader } from '../../shared/ui/feedback/page-loader.tsx'
import { ErrorState } from '../../shared/ui/feedback/states.tsx'
import { AuthLayout } from './auth-layout.tsx'
import { SecondStep } from './second-step.tsx'
import { t } from '../../shared/i18n/t.ts'

/** The second factors that complete the login of a token. */
const secondFactors = liveData<readonly SecondFactorKind[], string>({
  load: async (token, signal) =>
    (
      await request('POST', '/api/auth/login/second-factor/options', {
        body: { token },
        area: 'none',
        signal,
      })
    ).kinds,
  isAlwaysFresh: true,
  failedText: t('accounts.logInFailed'),
})

export const SocialSecondStepScreen = () => {
  const navigate = useNavigate()
  const signIn = useSession((store) => store.signIn)
  const query = useLinkQuery(paths.socialSecondStep)
  const token = query.get('token') ?? ''
  const view = useLiveData(secondFactors, token)
  const startAgain = () => void navigate(paths.logIn, { replace: true })
  if (view.state === 'loading') return <PageLoader text={t('accounts.completingSignIn')} />
  if (view.state === 'failed')
    return (
      <AuthLayout>
        <ErrorState title={view.message} onRetry={startAgain} />
      </AuthLayout>
    )
  return (
    <SecondStep
      token={token}
      kinds={view.data}
      onStartAgain={startAgain}
      onSignedIn={(response) => {
        signIn('user', response)
        void navigate(safeReturnPath(query.get('redirect')), { replace: true })
      }}
    />
  )
}
