import { useSession } from '../../shared/session/session.ts'
import { AuthLayout } from './auth-layout.tsx'
import { SignUpForm } from './sign-up-form.tsx'

/** Also shown at `/login?signup=true`, inside the screen of the login. */
export const SignUpScreen = () => {
  const signIn = useSession((store) => store.signIn)
  return (
    <AuthLayout>
      <SignUpForm onSignedIn={(response) => signIn('user', response)} />
    </AuthLayout>
  )
}
