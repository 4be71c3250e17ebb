// How many texts are saved for rejections and feedback, with the dialog that lists and manages them.

import { useState } from 'react'
import { Loaded } from '../../../shared/live/loaded.tsx'
import { useLiveData } from '../../../shared/live/live-data.ts'
import { allSavedTexts } from '../../../shared/saved-texts/all-saved-texts.ts'
import { useMay } from '../../../shared/team/permissions.tsx'
import { lazyDialog } from '../../../shared/ui/dialog/lazy-dialog.tsx'
import { Button } from '../../../shared/ui/controls/button.tsx'
import { SectionCard } from '../../../shared/ui/display/card.tsx'
import { SkeletonMenu } from '../../../shared/ui/feedback/skeleton.tsx'
import { t } from '../../../shared/i18n/t.ts'
import css from '../settings-screen.module.css'

const ManageSavedTextsDialog = lazyDialog(
  async () => (await import('./manage-saved-texts-dialog.tsx')).ManageSavedTextsDialog,
)

export const SavedTextsCard = () => {
  const [isOpen, setIsOpen] = useState(false)
  const mayManage = useMay('review-projects')
  return (
    <SectionCard title={t('common.savedTexts')} className={css.options}>
      <div className={css.export}>
        <div>
          <Counts />
        </div>
        <Button onClick={() => setIsOpen(true)}>
          {t(mayManage ? 'adminSettings.manageSavedTexts' : 'adminSettings.viewSavedTexts')}
        </Button>
      </div>
      {isOpen && <ManageSavedTextsDialog onClose={() => setIsOpen(false)} />}
    </SectionCard>
  )
}

const Counts = () => (
  <Loaded
    view={useLiveData(allSavedTexts)}
    loading={<SkeletonMenu count={1} label={t('adminSettings.loadingSavedTexts')} />}
    failed={t('adminSettings.savedTextsFailed')}
    heading="h3"
    compact
  >
    {({ savedTexts }) => {
      const reasons = savedTexts.filter(({ kind }) => kind === 'rejection').length
      const feedback = savedTexts.length - reasons
      return (
        <>
          <p>{t('adminSettings.savedTextsNote')}</p>
          <p className={css.exportKind}>
            {reasons + feedback === 0
              ? t('adminSettings.noSavedTexts')
              : t('adminSettings.savedTextCounts', { reasons, feedback })}
          </p>
        </>
      )
    }}
  </Loaded>
)
