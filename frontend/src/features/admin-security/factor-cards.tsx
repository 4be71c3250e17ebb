// The second factors of the user: app, passkeys and recovery codes.

import type { TwoFactorResponse } from '@thirty/contracts/accounts/two-factor-api.ts'
import { hasSecondFactor } from '@thirty/contracts/accounts/two-factor.ts'
import { useState } from 'react'
import { ownTwoFactor } from '../../shared/proof-of-identity/api.ts'
import { Loaded } from '../../shared/live/loaded.tsx'
import { useLiveData } from '../../shared/live/live-data.ts'
import { Banner } from '../../shared/ui/feedback/banner.tsx'
import { SkeletonMenu } from '../../shared/ui/feedback/skeleton.tsx'
import { AppCard } from './app-card.tsx'
import { CodesCard } from './codes-card.tsx'
import { CodesDialog } from './codes-dialog.tsx'
import { t } from '../../shared/i18n/t.ts'
import { PasskeysCard } from './passkeys-card.tsx'
import layout from '../../shared/styles/layout.module.css'

/** Returns whether the user has a second factor. */
export const isTwoFactorOn = ({ twoFactor }: TwoFactorResponse): boolean =>
  hasSecondFactor({ app: twoFactor.app !== null, passkeys: twoFactor.passkeys.map(({ id }) => id) })

export const FactorCards = () => {
  const view = useLiveData(ownTwoFactor)
  const [codes, setCodes] = useState<readonly string[]>()
  return (
    <Loaded
      view={view}
      loading={<SkeletonMenu count={3} label={t('adminSecurity.loading')} />}
      failed={t('adminSecurity.loadFailed')}
    >
      {(factors) => {
        const { twoFactor, required, arePasskeysOffered } = factors
        return (
          <div className={layout.stack16}>
            {required && isTwoFactorOn(factors) && <Banner kind="info">{t('adminSecurity.required')}</Banner>}
            <AppCard app={twoFactor.app} onCodes={setCodes} />
            <PasskeysCard passkeys={twoFactor.passkeys} areOffered={arePasskeysOffered} onCodes={setCodes} />
            <CodesCard codes={twoFactor.recoveryCodes} onCodes={setCodes} />
            {codes && <CodesDialog codes={codes} onClose={() => setCodes(undefined)} />}
          </div>
        )
      }}
    </Loaded>
  )
}
