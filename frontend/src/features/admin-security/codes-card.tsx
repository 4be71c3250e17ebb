import type { TwoFactorState } from '@thirty/contracts/accounts/two-factor-api.ts'
import { LifeBuoy } from 'lucide-react'
import { ConfirmedButton } from '../../shared/ui/dialog/confirmed-button.tsx'
import { Card, CardTitle } from '../../shared/ui/display/card.tsx'
import { Time } from '../../shared/ui/display/time.tsx'
import { renewCodes } from './api.ts'
import { t } from '../../shared/i18n/t.ts'
import { unlessCancelled } from './use-change.ts'
import css from './security.module.css'

type CodesCardProps = {
  codes: TwoFactorState['recoveryCodes']
  onCodes: (codes: readonly string[]) => void
}

/** How many recovery codes are left, and what renews them. */
export const CodesCard = ({ codes, onCodes }: CodesCardProps) => {
  const renew = () => unlessCancelled(async () => onCodes((await renewCodes()).codes ?? []))
  return (
    <Card as="section" padding="large" className={css.card} aria-labelledby="codes-title">
      <CardTitle id="codes-title" icon={<LifeBuoy />}>
        {t('common.recoveryCodes')}
      </CardTitle>
      <p>{t('adminSecurity.codesText')}</p>
      {codes === null ? (
        <p className={css.times}>{t('adminSecurity.codesAfterFactor')}</p>
      ) : (
        <>
          <p className={css.times}>
            <span>{t('adminSecurity.codesLeft', { count: codes.left })}</span>
            <span>
              {t.rich('adminSecurity.codesSince', { time: () => <Time at={codes.createdAt} exact="date" /> })}
            </span>
          </p>
          <div className={css.actions}>
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
    </Card>
  )
}
