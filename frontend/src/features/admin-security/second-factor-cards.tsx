// The cards of the two second factors of an admin: the authenticator app with its setup, and the passkeys. A first factor brings recovery
// codes.

import type {
  TwoFactorState,
  TwoFactorChangedResponse,
  ShownPasskey,
} from '@thirty/contracts/accounts/two-factor-api.ts'
import { Smartphone, Fingerprint, KeyRound } from 'lucide-react'
import { useState } from 'react'
import { request } from '../../shared/http/http.ts'
import { isAbortError, RequestFailed } from '../../shared/http/request-failed.ts'
import { createPasskeyFor, hasPasskeys, ownTwoFactor } from '../../shared/second-step/second-factors.tsx'
import { useFormSubmit } from '../../shared/ui/forms/use-form-submit.ts'
import { Button } from '../../shared/ui/controls/button.tsx'
import { ConfirmedButton, Dialog, DialogButton } from '../../shared/ui/dialog/dialog.tsx'
import { Badge, SectionCard, Failure, Banner } from '../../shared/ui/display/surfaces.tsx'
import { Time } from '../../shared/ui/display/time.tsx'
import { toast } from '../../shared/ui/feedback/toast-store.ts'
import { SubmitButton, FormMessages, useForm } from '../../shared/ui/forms/use-form.tsx'
import { QrCode } from '../../shared/ui/display/qr-code.tsx'
import { Field } from '../../shared/ui/forms/field.tsx'
import { t } from '../../shared/i18n/t.ts'
import layout from '../../shared/styles/layout.module.css'
import css from './security.module.css'

/** Shows the recovery codes that came with a change, if any did. */
export type ShowCodes = (codes: TwoFactorChangedResponse['codes']) => void

/** Shows a change of the second factors at once. Returns the response. */
export function showChange(changed: TwoFactorChangedResponse): TwoFactorChangedResponse {
  ownTwoFactor.change((loaded) => ({ ...loaded, twoFactor: changed.twoFactor }))
  return changed
}

export const AppCard = ({ app, onCodes }: { app: TwoFactorState['app']; onCodes: ShowCodes }) => {
  const { failure, button } = useFormSubmit()
  const [setup, setSetup] = useState<AppDialogProps['setup']>()
  return (
    <SectionCard
      id="app-title"
      title={t('adminSecurity.app')}
      icon={<Smartphone />}
      end={<StateBadge isOn={app !== null} />}
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
          busyText={t('adminSecurity.preparing')}
          {...button(() => request('POST', '/api/auth/two-factor/app/setup', { body: {} }).then(setSetup))}
        >
          {t(app ? 'adminSecurity.replaceApp' : 'adminSecurity.setUpApp')}
        </Button>
        {app && (
          <ConfirmedButton
            kind="danger-outline"
            label={t('common.remove')}
            title={t('adminSecurity.removeAppQuestion')}
            description={t('adminSecurity.removeAppText')}
            run={() => request('DELETE', '/api/auth/two-factor/app', { body: {} }).then(showChange)}
            doneText={t('adminSecurity.appRemoved')}
          />
        )}
      </div>
      {setup && <AppDialog setup={setup} onClose={() => setSetup(undefined)} onCodes={onCodes} />}
    </SectionCard>
  )
}

type AppDialogProps = {
  setup: { secret: string; uri: string; setup: string }
  onClose: () => void
  onCodes: ShowCodes
}

/** The secret of a new app, as a QR code and as text, and the field for its first code. */
const AppDialog = ({ setup: { secret, uri, setup }, onClose, onCodes }: AppDialogProps) => {
  const form = useForm({
    schema: async () => (await import('../../shared/second-step/second-step-schemas.ts')).appForm,
    defaultValues: { code: '' },
    send: ({ code }) =>
      request('POST', '/api/auth/two-factor/app', { body: { setup, code } }).then(showChange),
    onDone: ({ codes }) => {
      onClose()
      toast({ kind: 'success', text: t('adminSecurity.appAdded') })
      onCodes(codes)
    },
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

const StateBadge = ({ isOn }: { isOn: boolean }) => (
  <Badge tone={isOn ? 'success' : 'neutral'} label={t(isOn ? 'common.on' : 'common.off')} />
)

/** Creates a passkey in the browser and adds it. Rejects with `RequestFailed`, also if the browser has created none. */
async function addPasskey(name: string) {
  try {
    const { passkey } = await request('POST', '/api/auth/two-factor/passkeys/options', { body: {} })
    const body = { ...(await createPasskeyFor(passkey)), name }
    return showChange(await request('POST', '/api/auth/two-factor/passkeys', { body }))
  } catch (error) {
    if (error instanceof RequestFailed || isAbortError(error)) throw error
    const exists = error instanceof Error && error.name === 'InvalidStateError'
    const message = t(exists ? 'adminSecurity.passkeyExists' : 'adminSecurity.passkeyNotCreated')
    throw new RequestFailed(400, { code: 'passkey', message }, true)
  }
}

const passkeyPath = '/api/auth/two-factor/passkeys/:passkeyId'

type PasskeysCardProps = {
  passkeys: readonly ShownPasskey[]
  /** False if the address of this installation, such as an IP address, does not allow passkeys. */
  areOffered: boolean
  onCodes: ShowCodes
}

export const PasskeysCard = ({ passkeys, areOffered, onCodes }: PasskeysCardProps) => (
  <SectionCard
    id="passkeys-title"
    title={t('adminSecurity.passkeys')}
    icon={<Fingerprint />}
    end={<StateBadge isOn={passkeys.length > 0} />}
    className={css.card}
  >
    <p>{t('adminSecurity.passkeysText')}</p>
    {passkeys.length === 0 ? (
      <p className={layout.quietFacts}>{t('adminSecurity.noPasskeys')}</p>
    ) : (
      <ul className={layout.column} aria-label={t('adminSecurity.yourPasskeys')}>
        {passkeys.map((passkey) => (
          <PasskeyItem key={passkey.id} passkey={passkey} />
        ))}
      </ul>
    )}
    {areOffered && hasPasskeys() ? (
      <div className={layout.cluster8}>
        <DialogButton
          kind={passkeys.length > 0 ? 'secondary' : 'primary'}
          dialog={(close) => <PasskeyDialog onClose={close} onCodes={onCodes} />}
        >
          {t('adminSecurity.addPasskey')}
        </DialogButton>
      </div>
    ) : (
      <Banner kind="info">{t(areOffered ? 'adminSecurity.notSupported' : 'adminSecurity.notOffered')}</Banner>
    )}
  </SectionCard>
)

const PasskeyItem = ({ passkey }: { passkey: ShownPasskey }) => {
  const { id, name, addedAt, lastUsedAt } = passkey
  return (
    <li className={css.item}>
      <KeyRound size={20} />
      <div className={css.words}>
        <p className={css.name} dir="auto">
          {name}
        </p>
        <p className={layout.quietFacts}>
          <span>{t.rich('adminSecurity.addedOn', { time: () => <Time at={addedAt} exact="date" /> })}</span>
          <span>
            {lastUsedAt === null
              ? t('adminSecurity.passkeyNeverUsed')
              : t.rich('adminSecurity.passkeyUsedAt', { time: () => <Time at={lastUsedAt} /> })}
          </span>
        </p>
      </div>
      <div className={layout.cluster8}>
        <DialogButton
          size="small"
          aria-label={t('adminSecurity.renameNamed', { name })}
          dialog={(close) => <PasskeyDialog passkey={passkey} onClose={close} />}
        >
          {t('adminSecurity.rename')}
        </DialogButton>
        <ConfirmedButton
          size="small"
          kind="danger-outline"
          label={t('common.remove')}
          aria-label={t('adminSecurity.removeNamed', { name })}
          title={t('adminSecurity.removePasskeyQuestion', { name })}
          description={t('adminSecurity.removePasskeyText')}
          run={() => request('DELETE', passkeyPath, { params: { passkeyId: id }, body: {} }).then(showChange)}
          doneText={t('adminSecurity.passkeyRemoved')}
        />
      </div>
    </li>
  )
}

/** Without a `passkey`, it adds one; `onCodes` is called with the recovery codes of the first one. */
type PasskeyDialogProps = { passkey?: ShownPasskey; onClose: () => void; onCodes?: ShowCodes }

/** Asks for the name of a passkey, which is new or gets another name. */
const PasskeyDialog = ({ passkey, onClose, onCodes }: PasskeyDialogProps) => {
  const form = useForm({
    schema: async () => (await import('../../shared/second-step/second-step-schemas.ts')).passkeyNameForm,
    defaultValues: { name: passkey?.name ?? '' },
    send: ({ name }) =>
      passkey
        ? request('PUT', passkeyPath, { params: { passkeyId: passkey.id }, body: { name } }).then(showChange)
        : addPasskey(name),
    onDone: ({ codes }) => {
      onClose()
      if (passkey) return
      toast({ kind: 'success', text: t('adminSecurity.passkeyAdded') })
      onCodes?.(codes)
    },
  })
  return (
    <Dialog onClose={onClose} title={t(passkey ? 'adminSecurity.renamePasskey' : 'adminSecurity.addPasskey')}>
      <form className={layout.stack16} {...form.props}>
        <FormMessages form={form} />
        <Field
          {...form.text('name')}
          label={t('common.name')}
          hint={t('adminSecurity.passkeyNameHint')}
          maxLength={60}
        />
        <SubmitButton form={form} wide busyText={t(passkey ? 'common.saving' : 'common.waitingForPasskey')}>
          {t(passkey ? 'common.save' : 'adminSecurity.continue')}
        </SubmitButton>
      </form>
    </Dialog>
  )
}
