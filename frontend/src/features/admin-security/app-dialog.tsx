// The secret of a new app, as a QR code and as text, and the field for its first code.

import type { TwoFactorChangedResponse } from '@thirty/contracts/accounts/two-factor-api.ts'
import { SubmitButton, FormMessages } from '../../shared/ui/forms/form-footer.tsx'
import { Dialog } from '../../shared/ui/dialog/dialog.tsx'
import { QrCode } from '../../shared/ui/display/qr-code.tsx'
import { Field } from '../../shared/ui/forms/field.tsx'
import { useForm } from '../../shared/ui/forms/use-form.ts'
import { addApp, type AppSetup } from './api.ts'
import { t } from '../../shared/i18n/t.ts'
import layout from '../../shared/styles/layout.module.css'
import css from './security.module.css'

type AppDialogProps = {
  setup: AppSetup
  onClose: () => void
  onAdded: (changed: TwoFactorChangedResponse) => void
}

export const AppDialog = ({ setup: { secret, uri, setup }, onClose, onAdded }: AppDialogProps) => {
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
