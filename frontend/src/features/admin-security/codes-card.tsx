import type { TwoFactorState } from '@thirty/contracts/api/accounts/two-factor.ts'
import { LifeBuoy } from 'lucide-react'
import { ConfirmedButton } from '../../shared/ui/dialog/confirmed-button.tsx'
import { Card, CardTitle } from '../../shared/ui/display/card.tsx'
import { Time } from '../../shared/ui/display/time.tsx'
import { renewCodes } from './api.ts'
import { t } from './messages/t.ts'
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
        {t('codes')}
      </CardTitle>
      <p>{t('codesText')}</p>
      {codes === null ? (
        <p className={css.times}>{t('codesAfterFactor')}</p>
      ) : (
        <>
          <p className={css.times}>
            <span>{t('codesLeft', { count: codes.left })}</span>
            <span>{t.rich('codesSince', { time: () => <Time at={codes.createdAt} exact="date" /> })}</span>
          </p>
          <div className={css.actions}>
            <ConfirmedButton
              label={t('renewCodes')}
              title={t('renewQuestion')}
              description={t('renewText')}
              failureText={t('failed')}
              run={renew}
            />
          </div>
        </>
      )}
    </Card>
  )
}
