// Links to the identity providers of this installation. They end an earlier session. Renders nothing if there are none or if loading
// failed.

import { providerNames, signInUrl } from '@thirty/contracts/accounts/social-sign-in.ts'
import type { SignInProvider } from '@thirty/contracts/accounts/social-sign-in-api.ts'
import { safeReturnPath } from '@thirty/contracts/accounts/return-path.ts'
import type { ReactNode } from 'react'
import { useLocation } from '../../shared/navigation/router.ts'
import { request } from '../../shared/http/http.ts'
import { liveData, useLiveData } from '../../shared/live/live-data.ts'
import { requestedPath } from '../../shared/navigation/requested-path.ts'
import { useSession } from '../../shared/session/session.ts'
import { GitHubIcon, GoogleIcon } from '../../shared/ui/brand/brand-icons.tsx'
import { ButtonAnchor } from '../../shared/ui/controls/button-link.tsx'
import { t } from '../../shared/i18n/t.ts'
import layout from '../../shared/styles/layout.module.css'
import css from './accounts.module.css'

const icons: Record<SignInProvider, ReactNode> = { github: <GitHubIcon />, google: <GoogleIcon /> }

/** The social sign-in providers that the server has configured. */
const signInProviders = liveData<readonly SignInProvider[]>({
  load: async (_key, signal) =>
    (await request('GET', '/api/auth/providers', { area: 'none', signal })).providers,
  isAlwaysFresh: true,
})

export const SocialSignInLinks = ({ position }: { position: 'above-form' | 'below-form' }) => {
  const { data: configured = [] } = useLiveData(signInProviders)
  const logOut = useSession((store) => store.logOut)
  const redirect = safeReturnPath(requestedPath(useLocation().state))
  if (configured.length === 0) return null
  return (
    <div className={layout.stack20}>
      {position === 'below-form' && <p className={css.or}>{t('accounts.orContinueWith')}</p>}
      <div className={css.providers}>
        {configured.map((provider) => (
          <ButtonAnchor
            key={provider}
            href={signInUrl(provider, redirect)}
            icon={icons[provider]}
            size="large"
            wide
            // Ends an earlier session first, so that its token cannot mix with the new one.
            onClick={logOut}
          >
            {providerNames[provider]}
          </ButtonAnchor>
        ))}
      </div>
      {position === 'above-form' && <p className={css.or}>{t('accounts.orWithEmail')}</p>}
    </div>
  )
}
