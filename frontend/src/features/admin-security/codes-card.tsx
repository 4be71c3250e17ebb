// How many recovery codes are left, and what renews them.

import type { TwoFactorState } from '@thirty/contracts/accounts/two-factor-api.ts'
import { LifeBuoy } from 'lucide-react'
import { ConfirmedButton } from '../../shared/ui/dialog/request-dialog.tsx'
import { SectionCard } from '../../shared/ui/display/card.tsx'
import { Time } from '../../shared/ui/display/time.tsx'
import { renewCodes, unlessProofCancelled } from './api.ts'
import { t } from '../../shared/i18n/t.ts'
import layout from '../../shared/styles/layout.module.css'
import css from './security.module.css'

type CodesCardProps = {
  codes: TwoFactorState['recoveryCodes']
  onCodes: (codes: readonly string[]) => void
}

export const CodesCard = ({ codes, onCodes }: CodesCardProps) => {
  const renew = () => unlessProofCancelled(async () => onCodes((await renewCodes()).codes ?? []))
  return (
    <SectionCard id="codes-title" title={t('common.recoveryCodes')} icon={<LifeBuoy />} className={css.card}>
      <p>{t('adminSecurity.codesText')}</p>
      {codes === null ? (
        <p className={layout.quietFacts}>{t('adminSecurity.codesAfterFactor')}</p>
      ) : (
        <>
          <p className={layout.quietFacts}>
            <span>{t('adminSecurity.codesLeft', { count: codes.left })}</span>
            <span>
              {t.rich('adminSecurity.codesSince', { time: () => <Time at={codes.createdAt} exact="date" /> })}
            </span>
          </p>
          <div className={layout.cluster8}>
            <ConfirmedButton
              label={t('adminSecurity.renewCodes')}
              title={t('adminSecurity.renewQuestion')}
              description={t('adminSecurity.renewText')}
              failureText={t('common.didNotWork')}
              run={renew}
            />
          </div>
        </>
      )}
    </SectionCard>
  )
}
