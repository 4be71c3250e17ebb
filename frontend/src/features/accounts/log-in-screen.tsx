import { formatSignInError } from '@thirty/contracts/api/accounts/social-sign-in.ts'
import { useSearchParams } from 'react-router-dom'
import { useSession } from '../../shared/session/session.ts'
import { AuthLayout } from './auth-layout.tsx'
import { LogInForm } from './log-in-form.tsx'
import { SignUpForm } from './sign-up-form.tsx'

/** The log-in form; the sign-up form when the address asks for it. The guard around it leads on once somebody is in. */
export const LogInScreen = () => {
  const [query] = useSearchParams()
  const enter = useSession((store) => store.signIn)
  const ended = useSession(({ session }) => session.kind === 'visitor' && session.lastSession === 'ended')
  const error = query.get('error')
  if (query.get('signup') === 'true') {
    return (
      <AuthLayout>
        <SignUpForm onSignedIn={(answer) => enter('user', answer)} />
      </AuthLayout>
    )
  }
  return (
    <AuthLayout>
      <LogInForm notice={noticeOf(error, ended)} onSignedIn={(answer) => enter('user', answer)} />
    </AuthLayout>
  )
}

function noticeOf(
  error: string | null,
  ended: boolean,
): { kind: 'info' | 'danger'; text: string } | undefined {
  // A failed social sign-in says why by a code; words of others are not repeated.
  if (error !== null) return { kind: 'danger', text: formatSignInError(error) }
  return ended ? { kind: 'info', text: 'Your session has ended. Please log in again.' } : undefined
}
