// The authenticator app: whether there is one, and what turns it on and off.

import type { TwoFactorState } from '@thirty/contracts/accounts/two-factor-api.ts'
import { Smartphone } from 'lucide-react'
import { useState } from 'react'
import { useFormSubmit } from '../../shared/http/use-form-submit.ts'
import { Button } from '../../shared/ui/controls/button.tsx'
import { ConfirmedButton } from '../../shared/ui/dialog/request-dialog.tsx'
import { Badge } from '../../shared/ui/display/badge.tsx'
import { SectionCard } from '../../shared/ui/display/card.tsx'
import { Time } from '../../shared/ui/display/time.tsx'
import { Failure } from '../../shared/ui/feedback/banner.tsx'
import { toast } from '../../shared/ui/feedback/toast-store.ts'
import { removeApp, setUpApp, unlessProofCancelled, type AppSetup } from './api.ts'
import { AppDialog } from './app-dialog.tsx'
import { t } from '../../shared/i18n/t.ts'
import layout from '../../shared/styles/layout.module.css'
import css from './security.module.css'

type AppCardProps = {
  app: TwoFactorState['app']
  onCodes: (codes: readonly string[]) => void
}

export const AppCard = ({ app, onCodes }: AppCardProps) => {
  const { pending, failure, run } = useFormSubmit(t('common.didNotWork'))
  const [setup, setSetup] = useState<AppSetup>()
  const remove = () =>
    unlessProofCancelled(async () => {
      await removeApp()
      toast({ kind: 'success', text: t('adminSecurity.appRemoved') })
    })
  return (
    <SectionCard
      id="app-title"
      title={t('adminSecurity.app')}
      icon={<Smartphone />}
      end={<Badge tone={app ? 'success' : 'neutral'}>{t(app ? 'common.on' : 'common.off')}</Badge>}
      className={css.card}
    >
      <p>{t('adminSecurity.appText')}</p>
      {app && (
        <p className={layout.quietFacts}>
          <span>
            {t.rich('adminSecurity.addedOn', { time: () => <Time at={app.addedAt} exact="date" /> })}
          </span>
        </p>
      )}
      <Failure text={failure} />
      <div className={layout.cluster8}>
        <Button
          kind={app ? 'secondary' : 'primary'}
          busy={pending}
          busyText={t('adminSecurity.preparing')}
          onClick={() => void run(() => unlessProofCancelled(setUpApp)).then(setSetup)}
        >
          {t(app ? 'adminSecurity.replaceApp' : 'adminSecurity.setUpApp')}
        </Button>
        {app && (
          <ConfirmedButton
            kind="danger-outline"
            label={t('common.remove')}
            title={t('adminSecurity.removeAppQuestion')}
            description={t('adminSecurity.removeAppText')}
            isDangerous
            failureText={t('common.didNotWork')}
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
            toast({ kind: 'success', text: t('adminSecurity.appAdded') })
            if (codes) onCodes(codes)
          }}
        />
      )}
    </SectionCard>
  )
}
