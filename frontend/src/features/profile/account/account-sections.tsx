// What belongs to the account and not to the profile: password, sessions, own data, deletion.

import { useEffect, useState } from 'react'
import { Button } from '../../../shared/ui/controls/button.tsx'
import { SectionCard } from '../../../shared/ui/display/card.tsx'
import { Banner, Failure } from '../../../shared/ui/feedback/banner.tsx'
import { lazyDialog, preloadBeforePress } from '../../../shared/ui/dialog/lazy-dialog.tsx'
import { useFocusWhenShown } from '../../../shared/ui/move-focus.ts'
import { t } from '../../../shared/i18n/t.ts'
import css from './account-sections.module.css'
import { Download } from 'lucide-react'
import { formatBytes } from '../../../shared/format/format-figures.ts'
import { saveFile } from '../../../shared/http/save-file.ts'
import { useFormSubmit } from '../../../shared/http/use-form-submit.ts'
import { request } from '../../../shared/http/http.ts'
import { SessionsSection } from './sessions-section.tsx'

export const AccountSections = () => (
  <>
    <PasswordSection />
    <SessionsSection />
    <ExportSection />
    <DeleteSection />
  </>
)

const PasswordForm = lazyDialog(async () => (await import('./password-form.tsx')).PasswordForm)

const PasswordSection = () => {
  const [state, setState] = useState<'closed' | 'open' | 'canceled' | 'changed'>('closed')
  useEffect(() => preloadBeforePress(PasswordForm.preload), [])
  return (
    <SectionCard title={t('common.password')} className={css.section}>
      {state === 'changed' && (
        <Banner kind="success" live>
          {t('profile.passwordChanged')}
        </Banner>
      )}
      {state === 'open' ? (
        <PasswordForm onDone={() => setState('changed')} onClose={() => setState('canceled')} />
      ) : (
        <Closed wasOpen={state !== 'closed'} onOpen={() => setState('open')} />
      )}
    </SectionCard>
  )
}

/** `wasOpen` moves the focus to the button, because the form with the pressed button is gone. */
const Closed = ({ wasOpen, onOpen }: { wasOpen: boolean; onOpen: () => void }) => (
  <div className={css.row}>
    <p>{t('profile.changeLogsOut')}</p>
    <Button ref={useFocusWhenShown(wasOpen)} onClick={onOpen}>
      {t('profile.changePassword')}
    </Button>
  </div>
)

/** Saves all data of the user as a file. */
const ExportSection = () => {
  const { pending, failure, run } = useFormSubmit(t('profile.dataNotExported'))
  const [savedBytes, setSavedBytes] = useState<number>()
  const save = async () => {
    setSavedBytes(undefined)
    const response = await run(() => request('GET', '/api/auth/export'))
    if (response === undefined) return
    const { success: _, ...data } = response
    const name = `thirty-my-data-${data.exportedAt.slice(0, 10)}.json`
    const file = new File([JSON.stringify(data, null, 2)], name, { type: 'application/json' })
    saveFile(file)
    setSavedBytes(file.size)
  }
  return (
    <SectionCard title={t('profile.yourData')} className={css.section}>
      <Failure text={failure} />
      {savedBytes !== undefined && (
        <Banner kind="success" live>
          {t('profile.dataSaved', { size: formatBytes(savedBytes) })}
        </Banner>
      )}
      <div className={css.row}>
        <p>{t('profile.whatIsExported')}</p>
        <Button
          icon={<Download />}
          busy={pending}
          busyText={t('profile.exporting')}
          onClick={() => void save()}
        >
          {t('profile.exportMyData')}
        </Button>
      </div>
    </SectionCard>
  )
}

const DeleteDialog = lazyDialog(async () => (await import('./delete-dialog.tsx')).DeleteDialog)

/** Deletes the account, after the password. */
const DeleteSection = () => {
  const [isAsking, setIsAsking] = useState(false)
  return (
    <SectionCard title={t('profile.deleteAccount')} className={css.danger}>
      <div className={css.row}>
        <p>{t('profile.erasedForGood')}</p>
        <Button kind="danger-outline" onClick={() => setIsAsking(true)}>
          {t('profile.deleteMyAccount')}
        </Button>
      </div>
      {isAsking && <DeleteDialog onClose={() => setIsAsking(false)} />}
    </SectionCard>
  )
}
