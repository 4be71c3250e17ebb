import { useSearchParams } from 'react-router-dom'
import { useSession } from '../../shared/session.ts'
import { AuthFrame } from './auth-frame.tsx'
import { LogInForm } from './log-in-form.tsx'
import { SignUpForm } from './sign-up-form.tsx'

/** What a failed social sign-in may bring in the address. Any other text is not ours and is not shown. */
const knownErrors = ['Missing authentication token', 'Authentication failed']

/** The log-in form; the sign-up form when the address asks for it. The guard around it leads on once somebody is in. */
export const LogInScreen = () => {
  const [query] = useSearchParams()
  const enter = useSession((store) => store.enter)
  const ended = useSession(({ session }) => session.kind === 'visitor' && session.left === 'ended')
  const error = query.get('error')
  if (query.get('signup') === 'true') {
    return (
      <AuthFrame>
        <SignUpForm onSignedIn={(answer) => enter('user', answer)} />
      </AuthFrame>
    )
  }
  return (
    <AuthFrame>
      <LogInForm notice={noticeOf(error, ended)} onSignedIn={(answer) => enter('user', answer)} />
    </AuthFrame>
  )
}

function noticeOf(
  error: string | null,
  ended: boolean,
): { kind: 'info' | 'danger'; text: string } | undefined {
  if (error !== null) {
    return { kind: 'danger', text: knownErrors.includes(error) ? error : 'Authentication failed' }
  }
  return ended ? { kind: 'info', text: 'Your session has ended. Please log in again.' } : undefined
}
