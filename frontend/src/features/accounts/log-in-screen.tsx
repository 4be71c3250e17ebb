import { signInErrorWords } from '@thirty/contracts/api/social.ts'
import { useSearchParams } from 'react-router-dom'
import { useSession } from '../../shared/session.ts'
import { AuthFrame } from './auth-frame.tsx'
import { LogInForm } from './log-in-form.tsx'
import { SignUpForm } from './sign-up-form.tsx'

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
  // A failed social sign-in says why by a code; words of others are not repeated.
  if (error !== null) return { kind: 'danger', text: signInErrorWords(error) }
  return ended ? { kind: 'info', text: 'Your session has ended. Please log in again.' } : undefined
}
