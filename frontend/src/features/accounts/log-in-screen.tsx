// Login, its second step, or with `?signup=true` the sign-up, to which the links of the product lead; `/signup` shows the same. After
// signing in, the guard of the route redirects.

import { formatSignInError } from '@thirty/contracts/accounts/social-sign-in.ts'
import type { SecondFactorNeeded } from '@thirty/contracts/accounts/two-factor-api.ts'
import { useState } from 'react'
import { useLocation, useSearchParams } from '../../shared/navigation/router.ts'
import { paths } from '../../shared/navigation/paths.ts'
import { usePageTitle } from '../../shared/navigation/page-title.ts'
import { requestedPath } from '../../shared/navigation/requested-path.ts'
import { useSession } from '../../shared/session/session.ts'
import { ButtonLink } from '../../shared/ui/controls/button-link.tsx'
import { AuthLayout } from './auth-layout.tsx'
import { LogInForm, type LogInFormProps } from './log-in-form.tsx'
import { limitMessageIn } from './limit-message.ts'
import { SecondStep } from './second-step.tsx'
import { SignUpScreen } from './sign-up-screen.tsx'
import { t } from '../../shared/i18n/t.ts'

export const LogInScreen = () => {
  const [query] = useSearchParams()
  const signIn = useSession((store) => store.signIn)
  const hasSessionEnded = useSession(
    ({ session }) => session.kind === 'visitor' && session.lastSession === 'ended',
  )
  const error = query.get('error')
  const { state } = useLocation()
  const isForProfile = requestedPath(state)?.startsWith(paths.person('')) === true
  const [secondFactor, setSecondFactor] = useState<SecondFactorNeeded['secondFactor']>()
  const isSignUp = query.get('signup') === 'true'
  usePageTitle(isSignUp ? t('common.signUp') : undefined)
  if (isSignUp) return <SignUpScreen />
  if (secondFactor !== undefined)
    return (
      <SecondStep
        {...secondFactor}
        onSignedIn={(response) => signIn('user', response)}
        onStartAgain={() => setSecondFactor(undefined)}
      />
    )
  return (
    <AuthLayout>
      <LogInForm
        notice={
          formatNotice({ error, wait: query.get('wait'), limit: limitMessageIn(state) }, hasSessionEnded) ??
          (isForProfile ? { kind: 'info', text: t('accounts.profilesAreForMembers') } : undefined)
        }
        onSignedIn={(response) => signIn('user', response)}
        onSecondFactor={setSecondFactor}
      />
    </AuthLayout>
  )
}

type SignInError = { error: string | null; wait: string | null; limit: string | undefined }

function formatNotice(
  { error, wait, limit }: SignInError,
  hasSessionEnded: boolean,
): LogInFormProps['notice'] {
  if (error === null) return hasSessionEnded ? { kind: 'info', text: t('accounts.sessionEnded') } : undefined
  // The URL has an error code, never a text: a link must not be able to show its own text here.
  const notice = {
    kind: 'danger',
    text: limit ?? formatSignInError(error, wait).message,
  } as const
  const wayOn = (
    <ButtonLink to={paths.admin.logIn} size="small">
      {t('accounts.adminLogIn')}
    </ButtonLink>
  )
  return error === 'admin-account' ? { ...notice, wayOn } : notice
}
