// The dialog in which users prove who they are, while a command waits. It opens when it knows how, so that it begins with the field.

import type { TwoFactorResponse } from '@thirty/contracts/accounts/two-factor-api.ts'
import { useState } from 'react'
import {
  PasskeyButton,
  hasPasskeys,
  proveIdentity,
  confirmWithPasskey,
  ownTwoFactor,
} from '../second-step/passkeys.tsx'
import { ProofForm } from '../second-step/second-step-form.tsx'
import { Loaded } from '../ui/feedback/states.tsx'
import { useLiveData } from '../live/live-data.ts'
import { Button } from '../ui/controls/button.tsx'
import { Dialog } from '../ui/dialog/dialog.tsx'
import layout from '../styles/layout.module.css'
import { t } from '../i18n/t.ts'

export const IdentityDialog = ({ onConfirmed, onClose }: FormProps & { onClose: () => void }) => {
  const view = useLiveData(ownTwoFactor)
  if (view.state === 'loading') return null
  return (
    <Dialog
      onClose={onClose}
      title={t('confirmation.confirmTitle')}
      description={t('confirmation.confirmText')}
    >
      <Loaded view={view} loading={null} failed={t('confirmation.loadFailed')}>
        {(factors) => <WaysToConfirm {...factors} onConfirmed={onConfirmed} />}
      </Loaded>
    </Dialog>
  )
}

type WaysToConfirmProps = FormProps & Pick<TwoFactorResponse, 'twoFactor' | 'hasPassword'>

/** The password, a code or a passkey: what the account has. */
const WaysToConfirm = ({ twoFactor, hasPassword, onConfirmed }: WaysToConfirmProps) => {
  const [isOther, setIsOther] = useState(false)
  const usesCode = isOther || !hasPassword
  const hasApp = twoFactor.app !== null
  const offersPasskey = twoFactor.passkeys.length > 0 && hasPasskeys()
  return (
    <div className={layout.stack16}>
      {(usesCode ? hasApp : hasPassword) && (
        <ProofForm
          key={String(usesCode)}
          kind={usesCode ? 'app' : 'password'}
          send={proveIdentity}
          onDone={onConfirmed}
        />
      )}
      {!hasApp && !hasPassword && !offersPasskey && <p>{t('confirmation.logInAgain')}</p>}
      {offersPasskey && (
        <PasskeyButton
          label={t('confirmation.confirmWithPasskey')}
          run={confirmWithPasskey}
          onDone={onConfirmed}
        />
      )}
      {hasApp && hasPassword && (
        <Button kind="quiet" wide onClick={() => setIsOther(!isOther)}>
          {t(usesCode ? 'confirmation.usePasswordInstead' : 'confirmation.useCodeInstead')}
        </Button>
      )}
    </div>
  )
}

type FormProps = { onConfirmed: (confirmation: string) => void }
