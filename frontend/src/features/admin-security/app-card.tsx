// The authenticator app: whether there is one, what turns it on and off, and its setup.

import type { TwoFactorState, TwoFactorChangedResponse } from '@thirty/contracts/accounts/two-factor-api.ts'
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
import { t } from '../../shared/i18n/t.ts'
import { SubmitButton, FormMessages, useForm } from '../../shared/ui/forms/use-form.tsx'
import { Dialog } from '../../shared/ui/dialog/dialog.tsx'
import { QrCode } from '../../shared/ui/display/qr-code.tsx'
import { Field } from '../../shared/ui/forms/field.tsx'
import { removeApp, setUpApp, addApp, type AppSetup, type ShowCodes } from './api.ts'
import layout from '../../shared/styles/layout.module.css'
import css from './security.module.css'

type AppCardProps = { app: TwoFactorState['app']; onCodes: ShowCodes }

export const AppCard = ({ app, onCodes }: AppCardProps) => {
  const { pending, failure, run } = useFormSubmit(t('common.didNotWork'))
  const [setup, setSetup] = useState<AppSetup>()
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
          onClick={() => void run(setUpApp).then(setSetup)}
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
            run={removeApp}
            doneText={t('adminSecurity.appRemoved')}
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
            onCodes(codes)
          }}
        />
      )}
    </SectionCard>
  )
}

type AppDialogProps = {
  setup: AppSetup
  onClose: () => void
  onAdded: (changed: TwoFactorChangedResponse) => void
}

/** The secret of a new app, as a QR code and as text, and the field for its first code. */
const AppDialog = ({ setup: { secret, uri, setup }, onClose, onAdded }: AppDialogProps) => {
  const form = useForm({
    schema: async () => (await import('../../shared/second-step/second-step-schemas.ts')).appForm,
    defaultValues: { code: '' },
    failureText: t('common.didNotWork'),
    send: ({ code }) => addApp({ setup, code }),
    onDone: onAdded,
  })
  return (
    <Dialog onClose={onClose} title={t('adminSecurity.app')} description={t('adminSecurity.scan')} fillsPhone>
      <form className={layout.stack16} {...form.props}>
        <QrCode text={uri} label={t('adminSecurity.qrCode')} className={css.qrCode} />
        <div>
          <p id="app-secret-label">{t('adminSecurity.orType')}</p>
          <p className={css.secret} aria-labelledby="app-secret-label" dir="ltr" data-testid="app-secret">
            {secret.replaceAll(/.{4}(?=.)/g, '$& ')}
          </p>
        </div>
        <FormMessages form={form} />
        <Field
          {...form.text('code')}
          label={t('common.codeFromApp')}
          hint={t('adminSecurity.firstCodeHint')}
          autoComplete="one-time-code"
          inputMode="numeric"
          spellCheck={false}
        />
        <SubmitButton form={form} wide busyText={t('common.saving')}>
          {t('adminSecurity.turnOn')}
        </SubmitButton>
      </form>
    </Dialog>
  )
}
