import { useSession } from '../../shared/session.ts'
import { AuthFrame } from './auth-frame.tsx'
import { SignUpForm } from './sign-up-form.tsx'

export const SignUpScreen = () => {
  const enter = useSession((store) => store.enter)
  return (
    <AuthFrame>
      <SignUpForm onSignedIn={(answer) => enter('user', answer)} />
    </AuthFrame>
  )
}
