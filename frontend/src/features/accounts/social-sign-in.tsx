import { signInUrl } from '@thirty/contracts/rules/social-sign-in.ts'
import type { SignInProvider } from '@thirty/contracts/api/accounts/social-sign-in.ts'
import { safeReturnPath } from '@thirty/contracts/rules/return-path.ts'
import type { ReactNode } from 'react'
import { useLocation } from '../../shared/navigation/router.ts'
import { useLoadState } from '../../shared/http/use-load-state.ts'
import { requestedPath } from '../../shared/navigation/requested-path.ts'
import { useSession } from '../../shared/session/session.ts'
import { GitHubIcon, GoogleIcon } from '../../shared/ui/brand/brand-icons.tsx'
import { ButtonAnchor } from '../../shared/ui/controls/button-link.tsx'
import { fetchSignInProviders } from './api.ts'
import { t } from './messages/t.ts'
import css from './accounts.module.css'

const providers: Record<SignInProvider, { label: string; icon: ReactNode }> = {
  github: { label: 'GitHub', icon: <GitHubIcon /> },
  google: { label: 'Google', icon: <GoogleIcon /> },
}

/** Links to the identity providers of this installation. Renders nothing if there are none or if loading them failed. */
export const SocialSignIn = ({ position }: { position: 'after' | 'before' }) => {
  const loaded = useLoadState({ queryKey: ['sign-in-providers'], queryFn: fetchSignInProviders })
  const logOut = useSession((store) => store.logOut)
  const redirect = safeReturnPath(requestedPath(useLocation().state))
  if (loaded.state !== 'ready' || loaded.value.length === 0) return null
  return (
    <div className={css.social}>
      {position === 'after' && <p className={css.or}>{t('orContinueWith')}</p>}
      <div className={css.providers}>
        {loaded.value.map((provider) => (
          <ButtonAnchor
            key={provider}
            href={signInUrl(provider, redirect)}
            icon={providers[provider].icon}
            size="large"
            wide
            // Ends an earlier session first, so that its token cannot mix with the new one (specification, section 4).
            onClick={logOut}
          >
            {providers[provider].label}
          </ButtonAnchor>
        ))}
      </div>
      {position === 'before' && <p className={css.or}>{t('orWithEmail')}</p>}
    </div>
  )
}
