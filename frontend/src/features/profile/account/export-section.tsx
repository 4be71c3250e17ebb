import { Download } from 'lucide-react'
import { useState } from 'react'
import { formatBytes } from '../../../shared/format/format-bytes.ts'
import { saveFile } from '../../../shared/http/save-file.ts'
import { useFormSubmit } from '../../../shared/http/use-form-submit.ts'
import { Button } from '../../../shared/ui/controls/button.tsx'
import { Card, CardTitle } from '../../../shared/ui/display/card.tsx'
import { Banner } from '../../../shared/ui/feedback/banner.tsx'
import { exportOwnData } from '../api.ts'
import css from './account-sections.module.css'

/** Saves all data of the user as a file. */
export const ExportSection = () => {
  const { pending, failure, run } = useFormSubmit('Your data could not be exported. Please try again.')
  const [savedBytes, setSavedBytes] = useState<number>()
  const save = async () => {
    setSavedBytes(undefined)
    const file = await run(exportOwnData)
    if (file === undefined) return
    saveFile(file)
    setSavedBytes(file.size)
  }
  return (
    <Card as="section" padding="large" className={css.section}>
      <CardTitle>Your data</CardTitle>
      {failure !== undefined && (
        <Banner kind="danger" live>
          {failure}
        </Banner>
      )}
      {savedBytes !== undefined && (
        <Banner kind="success" live>
          Your data was saved as a file, {formatBytes(savedBytes)}.
        </Banner>
      )}
      <div className={css.row}>
        <p>Account, projects, ratings that you gave, comments, discussions and notifications, as JSON.</p>
        <Button
          icon={<Download aria-hidden="true" />}
          busy={pending}
          busyText="Exporting..."
          onClick={() => void save()}
        >
          Export my data
        </Button>
      </div>
    </Card>
  )
}
