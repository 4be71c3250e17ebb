import { useState } from 'react'
import { Button } from '../../../shared/ui/controls/button.tsx'
import { lazyDialog } from '../../../shared/ui/dialog/lazy-dialog.tsx'
import { SectionCard } from '../../../shared/ui/display/card.tsx'
import { t } from '../../../shared/i18n/t.ts'
import css from './account-sections.module.css'

const DeleteDialog = lazyDialog(async () => (await import('./delete-dialog.tsx')).DeleteDialog)

/** Deletes the account, after the password. */
export const DeleteSection = () => {
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
