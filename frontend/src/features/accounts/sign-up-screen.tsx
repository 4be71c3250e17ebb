import { useSession } from '../../shared/session/session.ts'
import { AuthLayout } from './auth-layout.tsx'
import { SignUpForm } from './sign-up-form.tsx'

export const SignUpScreen = () => {
  const enter = useSession((store) => store.signIn)
  return (
    <AuthLayout>
      <SignUpForm onSignedIn={(answer) => enter('user', answer)} />
    </AuthLayout>
  )
}
