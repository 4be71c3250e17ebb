// Lists the passkeys of the user; adds, renames and removes them.

import type { ShownPasskey } from '@thirty/contracts/accounts/two-factor-api.ts'
import { Fingerprint, KeyRound } from 'lucide-react'
import { useState } from 'react'
import { hasPasskeys } from '../../shared/second-step/passkeys.ts'
import { Button } from '../../shared/ui/controls/button.tsx'
import { ConfirmedButton } from '../../shared/ui/dialog/request-dialog.tsx'
import { Badge } from '../../shared/ui/display/badge.tsx'
import { SectionCard } from '../../shared/ui/display/card.tsx'
import { Time } from '../../shared/ui/display/time.tsx'
import { Banner } from '../../shared/ui/feedback/banner.tsx'
import { toast } from '../../shared/ui/feedback/toast-store.ts'
import { addPasskey, removePasskey, renamePasskey, unlessProofCancelled } from './api.ts'
import { t } from '../../shared/i18n/t.ts'
import { PasskeyNameDialog } from './passkey-name-dialog.tsx'
import layout from '../../shared/styles/layout.module.css'
import css from './security.module.css'

type PasskeysCardProps = {
  passkeys: readonly ShownPasskey[]
  /** False if the address of this installation, such as an IP address, does not allow passkeys. */
  areOffered: boolean
  onCodes: (codes: readonly string[]) => void
}

export const PasskeysCard = ({ passkeys, areOffered, onCodes }: PasskeysCardProps) => {
  const [isAdding, setIsAdding] = useState(false)
  const close = () => setIsAdding(false)
  return (
    <SectionCard
      id="passkeys-title"
      title={t('adminSecurity.passkeys')}
      icon={<Fingerprint />}
      end={
        <Badge tone={passkeys.length > 0 ? 'success' : 'neutral'}>
          {t(passkeys.length > 0 ? 'common.on' : 'common.off')}
        </Badge>
      }
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
          <Button kind={passkeys.length > 0 ? 'secondary' : 'primary'} onClick={() => setIsAdding(true)}>
            {t('adminSecurity.addPasskey')}
          </Button>
        </div>
      ) : (
        <Banner kind="info">
          {t(areOffered ? 'adminSecurity.notSupported' : 'adminSecurity.notOffered')}
        </Banner>
      )}
      {isAdding && (
        <PasskeyNameDialog
          title={t('adminSecurity.addPasskey')}
          name=""
          submitLabel={t('adminSecurity.continue')}
          busyText={t('common.waitingForPasskey')}
          send={addPasskey}
          onClose={close}
          onDone={({ codes }) => {
            close()
            toast({ kind: 'success', text: t('adminSecurity.passkeyAdded') })
            if (codes) onCodes(codes)
          }}
        />
      )}
    </SectionCard>
  )
}

const PasskeyItem = ({ passkey }: { passkey: ShownPasskey }) => {
  const { id, name, addedAt, lastUsedAt } = passkey
  const [isRenaming, setIsRenaming] = useState(false)
  const remove = () =>
    unlessProofCancelled(async () => {
      await removePasskey(id)
      toast({ kind: 'success', text: t('adminSecurity.passkeyRemoved') })
    })
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
        <Button
          size="small"
          aria-label={t('adminSecurity.renameNamed', { name })}
          onClick={() => setIsRenaming(true)}
        >
          {t('adminSecurity.rename')}
        </Button>
        <ConfirmedButton
          size="small"
          kind="danger-outline"
          label={t('common.remove')}
          aria-label={t('adminSecurity.removeNamed', { name })}
          title={t('adminSecurity.removePasskeyQuestion', { name })}
          description={t('adminSecurity.removePasskeyText')}
          isDangerous
          failureText={t('common.didNotWork')}
          run={remove}
        />
      </div>
      {isRenaming && (
        <PasskeyNameDialog
          title={t('adminSecurity.renamePasskey')}
          name={name}
          submitLabel={t('common.save')}
          busyText={t('common.saving')}
          send={(newName) => renamePasskey(id, newName)}
          onClose={() => setIsRenaming(false)}
          onDone={() => setIsRenaming(false)}
        />
      )}
    </li>
  )
}
