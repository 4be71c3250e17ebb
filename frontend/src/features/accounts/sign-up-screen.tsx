import { useSession } from '../../shared/session/session.ts'
import { AuthLayout } from './auth-layout.tsx'
import { SignUpForm } from './sign-up-form.tsx'

export const SignUpScreen = () => {
  const signIn = useSession((store) => store.signIn)
  return (
    <AuthLayout>
      <SignUpForm onSignedIn={(response) => signIn('user', response)} />
    </AuthLayout>
  )
}
