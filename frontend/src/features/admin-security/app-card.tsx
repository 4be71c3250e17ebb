import type { TwoFactorState } from '@thirty/contracts/api/accounts/two-factor.ts'
import { Smartphone } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../shared/ui/controls/button.tsx'
import { ConfirmedButton } from '../../shared/ui/dialog/confirmed-button.tsx'
import { Badge } from '../../shared/ui/display/badge.tsx'
import { Card, CardTitle } from '../../shared/ui/display/card.tsx'
import { Time } from '../../shared/ui/display/time.tsx'
import { Banner } from '../../shared/ui/feedback/banner.tsx'
import { toast } from '../../shared/ui/feedback/toast-store.ts'
import { removeApp, setUpApp, type AppSetup } from './api.ts'
import { AppDialog } from './app-dialog.tsx'
import { t } from './messages/t.ts'
import { unlessCancelled, useChange } from './use-change.ts'
import css from './security.module.css'

type AppCardProps = {
  app: TwoFactorState['app']
  onCodes: (codes: readonly string[]) => void
}

/** The authenticator app: whether there is one, and what turns it on and off. */
export const AppCard = ({ app, onCodes }: AppCardProps) => {
  const { busy, failure, run } = useChange()
  const [setup, setSetup] = useState<AppSetup>()
  const remove = () =>
    unlessCancelled(async () => {
      await removeApp()
      toast({ kind: 'success', text: t('appRemoved') })
    })
  return (
    <Card as="section" padding="large" className={css.card} aria-labelledby="app-title">
      <CardTitle
        id="app-title"
        icon={<Smartphone />}
        end={<Badge tone={app ? 'success' : 'neutral'}>{t(app ? 'on' : 'off')}</Badge>}
      >
        {t('app')}
      </CardTitle>
      <p>{t('appText')}</p>
      {app && (
        <p className={css.times}>
          <span>{t.rich('appSince', { time: () => <Time at={app.addedAt} exact="date" /> })}</span>
        </p>
      )}
      {failure !== undefined && (
        <Banner kind="danger" live>
          {failure}
        </Banner>
      )}
      <div className={css.actions}>
        <Button
          kind={app ? 'secondary' : 'primary'}
          busy={busy}
          busyText={t('preparing')}
          onClick={() => void run(setUpApp).then(setSetup)}
        >
          {t(app ? 'replaceApp' : 'setUpApp')}
        </Button>
        {app && (
          <ConfirmedButton
            kind="danger-outline"
            label={t('remove')}
            title={t('removeAppQuestion')}
            description={t('removeAppText')}
            isDangerous
            failureText={t('failed')}
            run={remove}
          />
        )}
      </div>
      {setup && (
        <AppDialog
          setup={setup}
          onClose={() => setSetup(undefined)}
          onAdded={({ codes }) => {
            setSetup(undefined)
            toast({ kind: 'success', text: t('appAdded') })
            if (codes) onCodes(codes)
          }}
        />
      )}
    </Card>
  )
}
