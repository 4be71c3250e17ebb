// Saves all data of the user as a file.

import { Download } from 'lucide-react'
import { useState } from 'react'
import { formatBytes } from '../../../shared/format/format-bytes.ts'
import { saveFile } from '../../../shared/http/save-file.ts'
import { useFormSubmit } from '../../../shared/http/use-form-submit.ts'
import { Button } from '../../../shared/ui/controls/button.tsx'
import { SectionCard } from '../../../shared/ui/display/card.tsx'
import { Banner, Failure } from '../../../shared/ui/feedback/banner.tsx'
import { exportOwnData } from '../api.ts'
import { t } from '../../../shared/i18n/t.ts'
import css from './account-sections.module.css'

export const ExportSection = () => {
  const { pending, failure, run } = useFormSubmit(t('profile.dataNotExported'))
  const [savedBytes, setSavedBytes] = useState<number>()
  const save = async () => {
    setSavedBytes(undefined)
    const file = await run(exportOwnData)
    if (file === undefined) return
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
