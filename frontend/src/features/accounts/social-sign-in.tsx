import { signInUrl } from '@thirty/contracts/api/accounts/social-sign-in.ts'
import type { SignInProvider } from '@thirty/contracts/api/accounts/social-sign-in.ts'
import { safeReturnPath } from '@thirty/contracts/rules/return-path.ts'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router-dom'
import { useLoaded } from '../../shared/http/use-loaded.ts'
import { useSession } from '../../shared/session/session.ts'
import { GitHubIcon, GoogleIcon } from '../../shared/ui/brand/brand-icons.tsx'
import { ButtonAnchor } from '../../shared/ui/controls/button-link.tsx'
import { fetchSignInProviders } from './api.ts'
import css from './accounts.module.css'

const looks: Record<SignInProvider, { label: string; sign: ReactNode }> = {
  github: { label: 'GitHub', sign: <GitHubIcon /> },
  google: { label: 'Google', sign: <GoogleIcon /> },
}

/** The sign-in providers of this installation, after a form or before it; nothing where there is none, or nobody can say. */
export const SocialSignIn = ({ place }: { place: 'after' | 'before' }) => {
  const loaded = useLoaded('sign-in-providers', fetchSignInProviders, '')
  const logOut = useSession((store) => store.logOut)
  const redirect = safeReturnPath(wanted(useLocation().state))
  if (loaded.state !== 'ready' || loaded.value.length === 0) return null
  return (
    <div className={css.social}>
      {place === 'after' && <p className={css.or}>or continue with</p>}
      <div className={css.providers}>
        {loaded.value.map((provider) => (
          <ButtonAnchor
            key={provider}
            href={signInUrl(provider, redirect)}
            icon={looks[provider].sign}
            size="large"
            wide
            // Whatever comes back, it does not meet the token of somebody else (specification, section 4).
            onClick={logOut}
          >
            {looks[provider].label}
          </ButtonAnchor>
        ))}
      </div>
      {place === 'before' && <p className={css.or}>or with e-mail</p>}
    </div>
  )
}

/** The page from which the guards sent somebody here. */
const wanted = (state: unknown): unknown =>
  typeof state === 'object' && state !== null && 'from' in state ? state.from : undefined
