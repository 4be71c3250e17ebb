// The dialog in which users prove who they are, with what the account has: the password, a code or a passkey. A command waits meanwhile. It
// opens when it knows how, so that it begins with the field.

import { useState } from 'react'
import {
  answerWithPasskey,
  hasPasskeys,
  ownTwoFactor,
  PasskeyButton,
  ProofForm,
} from '../second-step/second-factors.tsx'
import { request } from '../http/http.ts'
import { Loaded } from '../ui/feedback/states.tsx'
import { useLiveData } from '../live/live-data.ts'
import { Button } from '../ui/controls/button.tsx'
import { Dialog } from '../ui/dialog/dialog.tsx'
import layout from '../styles/layout.module.css'
import { t } from '../i18n/t.ts'

type IdentityDialogProps = {
  /** Receives the proof that the server has issued, which requests then carry (`http/proof-of-identity.ts`). */
  onConfirmed: (confirmation: string) => void
  onClose: () => void
}

export const IdentityDialog = ({ onConfirmed, onClose }: IdentityDialogProps) => {
  const view = useLiveData(ownTwoFactor)
  const [isOther, setIsOther] = useState(false)
  if (view.state === 'loading') return null
  return (
    <Dialog
      onClose={onClose}
      title={t('confirmation.confirmTitle')}
      description={t('confirmation.confirmText')}
    >
      <Loaded view={view} loading={null} failed={t('confirmation.loadFailed')}>
        {({ twoFactor, hasPassword }) => {
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
        }}
      </Loaded>
    </Dialog>
  )
}

/** Returns a proof for a password, a code of the app or what a passkey has answered. */
const proveIdentity = async (body: object): Promise<string> =>
  (await request('POST', '/api/auth/two-factor/confirm', { body })).confirmation

/** Returns a proof for a passkey, which the browser asks for. */
async function confirmWithPasskey(): Promise<string> {
  const { passkey } = await request('POST', '/api/auth/two-factor/confirm/options')
  return proveIdentity({ passkey: await answerWithPasskey(passkey) })
}
